/* One lamp a seat and one for the table, blinking by themselves. */
#ifndef LAMPS_H
#define LAMPS_H
#include <stdbool.h>
#include <stdint.h>

void lamps_start(void);
void lamps_show(const uint8_t *patterns); /* the table's, then seats 1 to SEATS */
void lamps_no_referee(bool none); /* over whatever was shown */
void lamps_walk(void); /* the self test's light, round the seats */
void lamps_beat(void); /* every STEP_MS */

#endif
