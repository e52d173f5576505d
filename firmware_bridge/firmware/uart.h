/* The serial port: bytes in and out through two rings, so that nobody waits. */
#ifndef UART_H
#define UART_H
#include <stdbool.h>
#include <stdint.h>

void uart_start(void);
bool uart_get(uint8_t *byte);
void uart_put(uint8_t byte);
uint8_t uart_overruns(void); /* bytes lost since last asked */

#endif
