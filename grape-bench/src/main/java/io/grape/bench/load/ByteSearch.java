package io.grape.bench.load;

/** Finds bytes in bytes. */
final class ByteSearch {
    private ByteSearch() {}

    /** Where {@code wanted} begins in {@code from} to {@code to}, -1 when it is not there. */
    static int indexOf(byte[] bytes, int from, int to, byte[] wanted) {
        int last = to - wanted.length;
        for (int i = from; i <= last; i++) {
            if (bytes[i] == wanted[0] && startsWith(bytes, i, to, wanted)) {
                return i;
            }
        }
        return -1;
    }

    static boolean startsWith(byte[] bytes, int from, int to, byte[] wanted) {
        if (to - from < wanted.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (bytes[from + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    /** The same for text whose letters may be of either case; {@code lower} is in lower case. */
    static boolean startsWithIgnoringCase(byte[] bytes, int from, int to, byte[] lower) {
        if (to - from < lower.length) {
            return false;
        }
        for (int i = 0; i < lower.length; i++) {
            byte b = bytes[from + i];
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != lower[i]) {
                return false;
            }
        }
        return true;
    }

    /** The number that stands at {@code from} in digits of base 10 or 16, spaces before it left out. */
    static int number(byte[] bytes, int from, int to, int base) {
        int at = from;
        while (at < to && bytes[at] == ' ') {
            at++;
        }
        int value = 0;
        for (int digit; at < to && (digit = Character.digit(bytes[at], base)) >= 0; at++) {
            value = value * base + digit;
        }
        return value;
    }
}
