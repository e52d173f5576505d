#include "lamps.h"

#include <avr/io.h>

#include "ring.h"
#include "table.h"

#define LAMPS (1 + SEATS)

static uint8_t shown[LAMPS], step[LAMPS], walking;
static bool no_referee;

/* Seats on PC0..PC5, the table on PB5: the lamp that is on every Arduino. */
static void light(uint8_t lamp, bool lit) {
    if (lamp == 0) PORTB = lit ? PORTB | _BV(5) : PORTB & ~_BV(5);
    else PORTC = lit ? PORTC | _BV(lamp - 1) : PORTC & ~_BV(lamp - 1);
}

static void draw(void) {
    uint8_t colours[SEATS];
    for (uint8_t lamp = 0; lamp < LAMPS; lamp++) {
        uint8_t pattern = no_referee ? LAMP_NO_REFEREE : shown[lamp];
        bool lit = pgm_read_word(&RHYTHM[pattern]) >> step[lamp] & 1;
        uint8_t colour = pgm_read_byte(&COLOUR[pattern]);
        if (walking) {
            lit = (walking - 1) / 2 == lamp;
            colour = 7;
        }
        light(lamp, lit);
        if (lamp) colours[lamp - 1] = lit ? colour : 0;
    }
    ring_show(colours);
}

void lamps_start(void) {
    DDRC |= 0x3F;
    DDRB |= _BV(5);
    ring_start();
    lamps_no_referee(true);
}

void lamps_show(const uint8_t *patterns) {
    for (uint8_t lamp = 0; lamp < LAMPS; lamp++) {
        if (no_referee || shown[lamp] != patterns[lamp]) step[lamp] = 0; /* a rhythm begins when it is asked for */
        shown[lamp] = patterns[lamp];
    }
    no_referee = false;
    draw();
}

void lamps_no_referee(bool none) {
    if (none == no_referee) return;
    no_referee = none;
    for (uint8_t lamp = 0; lamp < LAMPS; lamp++) step[lamp] = 0;
    draw();
}

void lamps_walk(void) { walking = 2 * LAMPS; }

void lamps_beat(void) {
    for (uint8_t lamp = 0; lamp < LAMPS; lamp++) step[lamp] = (step[lamp] + 1) % STEPS;
    if (walking) walking--;
    draw();
}
