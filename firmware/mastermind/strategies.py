# SPDX-License-Identifier: MIT
"""The best play of each level, as what differs from playing the lowest code that agrees. Data.

Written by `python -m mastermind_host.strategy`, which proves that there is no better play: do not
change it by hand. An entry is ` scores=guess`: the scores of the rows so far, each a hexadecimal
digit (5 for each red and 1 for each white), and the 3 colours of the next guess. The first entry,
that of no row, is the opening. Where the scores so far have no entry, the guess is the lowest code,
read as a number, that agrees with all of them.
"""

STRATEGIES = {
    "younger": " =223 0=115 00=044 012=014 02=145 1=245 11=134 122=124 2=345",
    "older": " =132 0=454 1=245 15=043 15a=343 1a=025 2=243 26=341 5=245 51=430 6=145 a=014 a1=531",
    "expert": (
        " =204 0=366 00=155 05=516 0a=136 1=053 10=646 11=625 110=341 115=415 15=610 1a=150 2=053"
        " 21=410 5=314 50=256 51=105 55=456 5a=356 6=035 65=014 a=013 a0=025 a1=250"
    ),
}
