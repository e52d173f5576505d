#include "kept.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <string.h>

#define MARK 0x5EA7B0C5UL
#define EEPROM_BOARD ((uint32_t *)0)
#define EEPROM_EPOCH ((uint16_t *)4)

struct kept kept __attribute__((section(".noinit")));

static uint8_t check_of(const struct press *press) {
    uint8_t sum = 0x5A ^ (uint8_t)kept.epoch;
    const uint8_t *byte = (const uint8_t *)press;
    for (uint8_t n = 0; n < offsetof(struct press, check); n++) sum = (uint8_t)((sum << 1) | (sum >> 7)) ^ byte[n];
    return sum;
}

static bool is_waiting(const struct press *press) {
    return press->waiting == 1 && press->check == check_of(press);
}

void kept_start(bool powered_on) {
    uint16_t epoch = eeprom_read_word(EEPROM_EPOCH);
    if (powered_on || kept.mark != MARK || kept.epoch != epoch) {
        memset(&kept, 0, sizeof kept);
        kept.epoch = epoch >= 0xFFFF ? 1 : epoch + 1; /* a blank EEPROM reads 0xFFFF */
        eeprom_update_word(EEPROM_EPOCH, kept.epoch);
        kept.mark = MARK;
    }
    for (uint8_t n = 0; n < WAITING_MAX; n++) { /* the reset may have come before the last number was noted */
        const struct press *press = &kept.ring[n];
        if (is_waiting(press) && (int16_t)(press->number - kept.latest) > 0) kept.latest = press->number;
    }
    if (kept.starts < 0xFFFF) kept.starts++;
}

uint32_t kept_clock(void) {
    uint8_t before = SREG;
    cli();
    uint32_t now = kept.clock;
    SREG = before;
    return now;
}

uint32_t kept_board(void) { return eeprom_read_dword(EEPROM_BOARD); }

void kept_add(uint8_t seat, uint8_t button, uint8_t kind) {
    struct press *press = &kept.ring[(uint16_t)(kept.latest + 1) % WAITING_MAX];
    if (is_waiting(press)) { /* the ring is full: its next place holds the oldest */
        if (kept.dropped < 0xFFFF) kept.dropped++;
        return;
    }
    press->waiting = 0;
    press->number = kept.latest + 1;
    press->made = kept_clock();
    press->seat = seat;
    press->button = button;
    press->kind = kind;
    press->check = check_of(press);
    press->waiting = 1;
    kept.latest = press->number; /* a reset before this line is mended by kept_start */
}

struct press *kept_oldest(void) {
    struct press *oldest = 0;
    for (uint8_t n = 0; n < WAITING_MAX; n++) {
        struct press *press = &kept.ring[n];
        if (is_waiting(press) && (!oldest || (int16_t)(press->number - oldest->number) < 0)) oldest = press;
    }
    return oldest;
}

uint8_t kept_waiting(void) {
    uint8_t count = 0;
    for (uint8_t n = 0; n < WAITING_MAX; n++) count += is_waiting(&kept.ring[n]);
    return count;
}

void kept_take(uint16_t epoch, uint16_t number) {
    struct press *press = kept_oldest();
    if (press && epoch == kept.epoch && number == press->number) press->waiting = 0;
}

void kept_forget(void) {
    for (uint8_t n = 0; n < WAITING_MAX; n++) kept.ring[n].waiting = 0;
}
