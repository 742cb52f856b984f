package io.grape.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Ids of sixteen hexadecimal digits in no order, none twice. */
public final class Ids {
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(ISO_8859_1);
    private static final int LENGTH = 16;

    private long next;

    /** Two with the same seed make the same ids. */
    public Ids(long seed) {
        next = seed;
    }

    /** A new one. */
    public byte[] next() {
        long mixed = mix(next++);
        byte[] id = new byte[LENGTH];
        for (int i = LENGTH - 1; i >= 0; i--) {
            id[i] = DIGITS[(int) mixed & 15];
            mixed >>>= 4;
        }
        return id;
    }

    /** A permutation of all numbers, as Stafford's thirteenth variant has it. */
    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
