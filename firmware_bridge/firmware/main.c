/* The seat box: says which buttons are pressed, shows the lamps it is told, and "no referee" when nobody tells it.
 * Read with ../PROTOCOL.md. Nothing here knows the game. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "buttons.h"
#include "frame.h"
#include "kept.h"
#include "lamps.h"
#include "table.h"
#include "uart.h"

#define MAJOR 1
#define MINOR 0
#define SILENT_HOST_MS 2000
#define STATE_EVERY_MS 1000
#define REPEAT_MS 15

static uint8_t why_started __attribute__((section(".noinit")));
static uint16_t revision, press_in, state_in = STATE_EVERY_MS, beat_in = STEP_MS;
static uint16_t silent_for; /* ms since a whole frame from the host, stops at SILENT_HOST_MS */
static uint32_t began;

/* Before anything else: after its own reset the watchdog still runs, at 16 ms. */
void first_of_all(void) __attribute__((naked, used, section(".init3")));
void first_of_all(void) {
    why_started = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

ISR(TIMER0_COMPA_vect) { kept.clock++; }

static void clock_start(void) {
    TCCR0A = _BV(WGM01); /* counts 250 times 4 us, then begins again */
    TCCR0B = _BV(CS01) | _BV(CS00);
    OCR0A = 249;
    TIMSK0 = _BV(OCIE0A);
}

static uint8_t *put16(uint8_t *at, uint16_t value) {
    *at++ = value;
    *at++ = value >> 8;
    return at;
}

static uint8_t *put32(uint8_t *at, uint32_t value) { return put16(put16(at, value), value >> 16); }

static uint16_t get16(const uint8_t *at) { return at[0] | (uint16_t)at[1] << 8; }

static void say(uint8_t *payload, const uint8_t *end) { frame_say(payload, end - payload); }

static void say_hello(void) {
    uint8_t payload[HELLO_LENGTH] = {HELLO, PROTOCOL, MAJOR, MINOR};
    uint8_t *at = put32(payload + 4, kept_board());
    *at++ = SEATS;
    *at++ = CAN_LAMPS | CAN_RINGS | CAN_SELF_TEST;
    say(payload, put16(at, kept.epoch));
}

static void say_state(void) {
    uint8_t payload[BOX_STATE_LENGTH] = {BOX_STATE};
    uint8_t *at = put16(put16(put16(payload + 1, kept.epoch), kept.latest), revision);
    at = put32(at, buttons_held());
    *at++ = kept_waiting();
    say(payload, at);
}

static void say_press(const struct press *press) {
    uint8_t payload[PRESS_MADE_LENGTH] = {PRESS_MADE};
    uint32_t age = kept_clock() - press->made;
    uint8_t *at = put16(put16(payload + 1, kept.epoch), press->number);
    *at++ = press->seat;
    *at++ = press->button;
    *at++ = press->kind;
    say(payload, put16(at, age > 0xFFFF ? 0xFFFF : age));
}

static void say_number(uint8_t code, uint16_t number) {
    uint8_t payload[PONG_LENGTH] = {code};
    say(payload, put16(payload + 1, number));
}

static uint8_t last_start(void) {
    if (why_started & _BV(WDRF)) return START_WATCHDOG;
    if (why_started & _BV(BORF)) return START_BROWN_OUT;
    if (why_started & _BV(EXTRF)) return START_RESET_PIN;
    return why_started & _BV(PORF) ? START_POWER : START_UNKNOWN;
}

static void add(uint16_t *counter, uint8_t more) {
    *counter = *counter > 0xFFFF - more ? 0xFFFF : *counter + more;
}

static void say_counters(void) {
    uint8_t payload[COUNTERS_LENGTH] = {COUNTERS};
    add(&kept.bad_frames, frame_bad());
    add(&kept.overruns, uart_overruns());
    uint8_t *at = put16(put16(payload + 1, kept.bad_frames), kept.overruns);
    at = put16(put16(at, kept.dropped), kept.starts);
    *at++ = last_start();
    say(payload, put32(at, (kept_clock() - began) / 1000));
}

static void say_self_test(void) {
    uint8_t payload[SELF_TEST_DONE_LENGTH] = {SELF_TEST_DONE};
    uint8_t *at = put32(payload + 1, buttons_held());
    *at++ = SEATS;
    lamps_walk();
    say(payload, at);
}

/* How long a message of the host is; 0 for a code of a later protocol. */
static uint8_t length_of(uint8_t code) {
    switch (code) {
        case ASK_HELLO: return ASK_HELLO_LENGTH;
        case SHOW_LAMPS: return SHOW_LAMPS_LENGTH;
        case TAKE_PRESS: return TAKE_PRESS_LENGTH;
        case PING: return PING_LENGTH;
        case ASK_STATE: return ASK_STATE_LENGTH;
        case ASK_COUNTERS: return ASK_COUNTERS_LENGTH;
        case SELF_TEST: return SELF_TEST_LENGTH;
        default: return 0;
    }
}

static void show(const uint8_t *fields) {
    for (uint8_t lamp = 0; lamp <= SEATS; lamp++)
        if (fields[2 + lamp] >= LAMP_PATTERNS) {
            frame_count_bad();
            return;
        }
    revision = get16(fields);
    lamps_show(fields + 2);
    say_number(LAMPS_SHOWN, revision);
}

static void hear(const uint8_t *payload, uint8_t length) {
    const uint8_t *fields = payload + 1;
    uint8_t expected = length_of(payload[0]);
    if (!expected) return;
    if (length != expected) {
        frame_count_bad();
        return;
    }
    silent_for = 0;
    if (revision) lamps_no_referee(false);
    switch (payload[0]) {
        case ASK_HELLO:
            revision = 0; /* a new host: it shall not believe that its lamps are lit already */
            say_hello();
            break;
        case SHOW_LAMPS: show(fields); break;
        case TAKE_PRESS:
            kept_take(get16(fields), get16(fields + 2));
            press_in = 0;
            break;
        case PING: say_number(PONG, get16(fields)); break;
        case ASK_STATE: say_state(); break;
        case ASK_COUNTERS: say_counters(); break;
        case SELF_TEST: say_self_test(); break;
    }
}

static void each_millisecond(void) {
    buttons_tick();
    if (silent_for < SILENT_HOST_MS && ++silent_for == SILENT_HOST_MS) lamps_no_referee(true);
    if (silent_for == SILENT_HOST_MS) kept_forget(); /* nobody could say later what such a press meant */
    if (!--beat_in) {
        beat_in = STEP_MS;
        lamps_beat();
    }
    if (!--state_in) {
        state_in = STATE_EVERY_MS;
        add(&kept.bad_frames, frame_bad());
        add(&kept.overruns, uart_overruns());
        say_state();
    }
    if (press_in) press_in--;
}

static void say_oldest_press(void) {
    if (press_in) return;
    const struct press *press = kept_oldest();
    if (!press) return;
    press_in = REPEAT_MS;
    say_press(press);
}

int main(void) {
    kept_start(why_started & _BV(PORF));
    buttons_start();
    lamps_start();
    uart_start();
    clock_start();
    wdt_enable(WDTO_500MS);
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    uart_put(0); /* closes the frame in the middle of which a reset may have come */
    say_hello();
    uint32_t ticked = began = kept_clock();
    for (;;) {
        uint8_t byte, length;
        wdt_reset();
        while (uart_get(&byte))
            if ((length = frame_feed(byte))) hear(frame_payload, length);
        while (ticked != kept_clock()) {
            ticked++;
            each_millisecond();
        }
        say_oldest_press();
        sleep_mode(); /* until the next byte or millisecond */
    }
}
