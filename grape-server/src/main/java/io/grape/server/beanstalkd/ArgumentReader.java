package io.grape.server.beanstalkd;

import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.job.NewJob;

/** Reads the arguments of a line, from left to right. What is not well-formed fails with {@link BadFormatException}. */
final class ArgumentReader {
    private static final long MAX_U32 = (1L << 32) - 1;
    /** As an unsigned one. */
    private static final long MAX_U64 = -1;

    private static final int DECIMAL = 10;

    private final String line;
    private int at;

    ArgumentReader(String line, CommandName name) {
        this.line = line;
        this.at = name.prefix().length();
    }

    /** A number below 2^32, after any spaces. */
    long u32() {
        long number = u64();
        if (number < 0 || number > MAX_U32) {
            throw new BadFormatException();
        }
        return number;
    }

    /** A number below 2^64, after any spaces; one of 2^63 or more comes as a negative one, which no job has. */
    long u64() {
        skipSpaces();
        int first = at;
        long value = 0;
        for (; at < line.length() && isDigit(line.charAt(at)); at++) {
            int digit = line.charAt(at) - '0';
            if (Long.compareUnsigned(value, Long.divideUnsigned(MAX_U64 - digit, DECIMAL)) > 0) {
                throw new BadFormatException();
            }
            value = value * DECIMAL + digit;
        }
        if (at == first) {
            throw new BadFormatException();
        }
        return value;
    }

    private static boolean isDigit(char letter) {
        return letter >= '0' && letter <= '9';
    }

    private void skipSpaces() {
        while (at < line.length() && line.charAt(at) == ' ') {
            at++;
        }
    }

    /** The rest of the line as the name of a tube. */
    TubeName tube() {
        return tube(line.substring(at));
    }

    /** What ends with a space, after any spaces. */
    String word() {
        skipSpaces();
        int end = line.indexOf(' ', at);
        String word = line.substring(at, end < 0 ? line.length() : end);
        at += word.length();
        return word;
    }

    static TubeName tube(String name) {
        try {
            TubeName tube = new TubeName(name);
            NewJob.checkNoPathStep("tube", name);
            return tube;
        } catch (GrapeException e) {
            throw new BadFormatException();
        }
    }

    boolean hasEnded() {
        return at == line.length();
    }

    /** Refuses what stands behind the last argument. */
    void end() {
        if (!hasEnded()) {
            throw new BadFormatException();
        }
    }
}
