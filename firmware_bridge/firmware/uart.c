/* 115200 baud from 16 MHz: divider 17 with double speed, 2.1 % fast, as on every Arduino. The receiver holds two bytes
 * (174 us) beside the one coming in; no code here or in ring.c keeps interrupts off longer than 40 us. */
#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#define RING 128 /* a power of two */

static volatile uint8_t in[RING], out[RING];
static volatile uint8_t in_head, in_tail, out_head, out_tail, overruns;

void uart_start(void) {
    UCSR0A = _BV(U2X0);
    UBRR0 = F_CPU / 8 / 115200; /* 17.36 -> 17, less one below */
    UBRR0 -= 1;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

ISR(USART_RX_vect) {
    uint8_t lost = UCSR0A & _BV(DOR0); /* must be read before the byte */
    uint8_t byte = UDR0;
    uint8_t next = (in_head + 1) & (RING - 1);
    if ((lost || next == in_tail) && overruns < 255) overruns++;
    if (next == in_tail) return;
    in[in_head] = byte;
    in_head = next;
}

ISR(USART_UDRE_vect) {
    UDR0 = out[out_tail];
    out_tail = (out_tail + 1) & (RING - 1);
    if (out_tail == out_head) UCSR0B &= ~_BV(UDRIE0);
}

bool uart_get(uint8_t *byte) {
    if (in_tail == in_head) return false;
    *byte = in[in_tail];
    in_tail = (in_tail + 1) & (RING - 1);
    return true;
}

void uart_put(uint8_t byte) {
    uint8_t next = (out_head + 1) & (RING - 1);
    while (next == out_tail) { /* full: the port takes a byte every 87 us whatever the host does */
    }
    out[out_head] = byte;
    out_head = next;
    uint8_t before = SREG;
    cli();
    UCSR0B |= _BV(UDRIE0);
    SREG = before;
}

uint8_t uart_overruns(void) {
    uint8_t before = SREG;
    cli();
    uint8_t count = overruns;
    overruns = 0;
    SREG = before;
    return count;
}
