package io.grape.core;

import java.util.Random;

/** Ids of any text, at random. */
public final class AnyId {
    private static final int MAX = 200;
    /** First and last of what ids are made of, with what is troublesome more often than it is in life. */
    private static final int[][] RANGES = {
        {' ', '~'},
        {' ', '/'},
        {'.', '.'},
        {0xA0, 0x17F},
        {0x300, 0x36F},
        {0x600, 0x6FF},
        {0x2000, 0x206F},
        {0x4E00, 0x9FFF},
        {0xE000, 0xF8FF},
        {0xFEFF, 0xFFFF},
        {0x1F300, 0x1F6FF},
        {0x10FFF0, 0x10FFFF}
    };

    private AnyId() {}

    /** One of 1 to 200 characters, and now and then of all of 200. */
    public static String next(Random random) {
        int length = random.nextInt(8) == 0 ? MAX : 1 + random.nextInt(12);
        int[] one = RANGES[random.nextInt(RANGES.length)];
        boolean mixed = random.nextBoolean();
        StringBuilder id = new StringBuilder();
        for (int i = 0; i < length; i++) {
            int[] range = mixed ? RANGES[random.nextInt(RANGES.length)] : one;
            id.appendCodePoint(range[0] + random.nextInt(range[1] - range[0] + 1));
        }
        String text = id.toString();
        return text.equals(".") || text.equals("..") ? next(random) : text;
    }
}
