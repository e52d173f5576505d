/* Interrupts are off for one LED (24 bits, 32 us), never for the whole chain, and let in between two. The receiver holds
 * 174 us worth of bytes, so none is lost; the pause between two LEDs stays far under the 50 us which end a chain.
 * In cycles of 62.5 ns: a zero is high 6 (0.375 us), a one 13 (0.81 us), a bit 21 (1.31 us). */
#include "ring.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/delay.h>

#include "table.h"

#define BRIGHTNESS 40 /* of 255: 48 LEDs then draw 0.45 A at most, which a good USB port gives */
#define DATA _BV(4)

void ring_start(void) {
    PORTB &= ~DATA;
    DDRB |= DATA;
}

static inline void send(uint8_t byte, uint8_t high, uint8_t low) {
    uint8_t bits = 8;
    asm volatile(
        "1: out %[port], %[high] \n"
        "   lsl %[byte]          \n"
        "   nop \n nop \n nop    \n"
        "   brcs 2f              \n"
        "   out %[port], %[low]  \n"
        "2: nop \n nop \n nop \n nop \n nop \n nop \n"
        "   out %[port], %[low]  \n"
        "   nop \n nop \n nop \n nop \n"
        "   dec %[bits]          \n"
        "   brne 1b              \n"
        : [byte] "+r"(byte), [bits] "+r"(bits)
        : [port] "I"(_SFR_IO_ADDR(PORTB)), [high] "r"(high), [low] "r"(low));
}

void ring_show(const uint8_t *colours) {
    for (uint8_t seat = 0; seat < SEATS; seat++) {
        uint8_t red = colours[seat] & 1 ? BRIGHTNESS : 0;
        uint8_t green = colours[seat] & 2 ? BRIGHTNESS : 0;
        uint8_t blue = colours[seat] & 4 ? BRIGHTNESS : 0;
        for (uint8_t led = 0; led < RING_LEDS; led++) {
            uint8_t before = SREG;
            cli();
            uint8_t high = PORTB | DATA, low = PORTB & ~DATA;
            send(green, high, low);
            send(red, high, low);
            send(blue, high, low);
            SREG = before;
        }
    }
    _delay_us(300); /* ends the chain, for newer LEDs as well: without it, another picture at once would run past the last */
}
