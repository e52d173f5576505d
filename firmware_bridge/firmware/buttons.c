/* Rows are pulled low one at a time and float otherwise, so two buttons pressed at once never short two outputs.
 * Columns have the chip's pull-ups. A diode at each button keeps three at once from faking a fourth. */
#include "buttons.h"

#include <avr/io.h>
#include <stdbool.h>
#include <util/delay.h>

#include "kept.h"
#include "table.h"

#define SETTLED_MS 5
#define HELD_MS 1000
#define TOGETHER_MS 300 /* how long the other seat's button must be down when the first reaches HELD_MS */
#define KEYS (SEATS * 4)

/* Which are down, and of which HELD or TOGETHER was said, stands in kept. */
static uint8_t unsettled[KEYS]; /* ms the contact has disagreed */
static uint16_t down_for[KEYS]; /* ms, stops at HELD_MS */

void buttons_start(void) {
    DDRD &= ~0xFC; /* columns PD2..PD5 and rows PD6, PD7: inputs */
    PORTD = (PORTD & ~0xC0) | 0x3C;
    DDRB &= ~0x0F; /* rows PB0..PB3 */
    PORTB &= ~0x0F;
}

static uint8_t row(uint8_t seat) {
    uint8_t bit = seat < 2 ? _BV(6 + seat) : _BV(seat - 2);
    if (seat < 2) DDRD |= bit; else DDRB |= bit;
    _delay_us(2);
    uint8_t columns = ~PIND >> 2 & 0x0F;
    if (seat < 2) DDRD &= ~bit; else DDRB &= ~bit;
    return columns;
}

static void note(uint32_t *bits, uint8_t which, bool on) {
    uint32_t bit = 1UL << which;
    *bits = on ? *bits | bit : *bits & ~bit;
}

static void went(uint8_t which, bool down) {
    uint8_t seat = which / 4 + 1, button = which % 4;
    bool told = kept.told >> which & 1;
    if (down ? button != BUTTON_PASS : button == BUTTON_PASS && !told) kept_add(seat, button, KIND_TAP);
    note(&kept.down, which, down);
    note(&kept.told, which, false);
    down_for[which] = 0;
}

static void held_long(uint8_t which) {
    uint8_t kind = KIND_HELD;
    for (uint8_t other = 0; other < KEYS; other++) {
        bool fresh = (kept.down & ~kept.told) >> other & 1;
        if (other / 4 != which / 4 && fresh && down_for[other] >= TOGETHER_MS) {
            note(&kept.told, other, true);
            kind = KIND_TOGETHER;
        }
    }
    note(&kept.told, which, true);
    kept_add(which / 4 + 1, which % 4, kind);
}

static void key_tick(uint8_t which, bool down) {
    if (down == (kept.down >> which & 1)) unsettled[which] = 0;
    else if (++unsettled[which] >= SETTLED_MS) {
        unsettled[which] = 0;
        went(which, down);
    }
    bool fresh = (kept.down & ~kept.told) >> which & 1;
    if (fresh && down_for[which] < HELD_MS && ++down_for[which] == HELD_MS) held_long(which);
}

void buttons_tick(void) {
    for (uint8_t seat = 0; seat < SEATS; seat++) {
        uint8_t columns = row(seat);
        for (uint8_t button = 0; button < 4; button++) key_tick(seat * 4 + button, columns >> button & 1);
    }
}

uint32_t buttons_held(void) { return kept.down; }
