package io.grape.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What may become of a reply on its way. Texts are bytes, as ISO 8859-1. */
enum Mangling {
    CUT_OFF {
        @Override
        String apply(String reply, Random random) {
            return reply.substring(0, random.nextInt(reply.length()));
        }
    },
    TRUNCATED {
        @Override
        String apply(String reply, Random random) {
            return CUT_OFF.apply(reply, random);
        }
    },
    HUGE_STRING {
        @Override
        String apply(String reply, Random random) {
            return instead(STRING, "$" + huge(random), reply, random);
        }
    },
    HUGE_LIST {
        @Override
        String apply(String reply, Random random) {
            String list = random.nextBoolean() ? "*" : "%";
            return random.nextBoolean()
                    ? list + huge(random) + "\r\n" + reply
                    : instead(STRING, list + huge(random), reply, random);
        }
    },
    NIL {
        @Override
        String apply(String reply, Random random) {
            return one(random, "$-1\r\n", "*-1\r\n", "_\r\n", "*0\r\n", "$0\r\n\r\n");
        }
    },
    NIL_INSIDE {
        @Override
        String apply(String reply, Random random) {
            return instead(WHOLE_STRING, one(random, "$-1\r\n", "_\r\n", "*-1\r\n", "*0\r\n", ":1\r\n"), reply, random);
        }
    },
    WRONG_TYPE {
        @Override
        String apply(String reply, Random random) {
            return one(
                    random,
                    "+OK\r\n",
                    ":1\r\n",
                    "$2\r\nOK\r\n",
                    "*1\r\n$2\r\nOK\r\n",
                    "*2\r\n:1\r\n*1\r\n+OK\r\n",
                    "%1\r\n+OK\r\n:1\r\n",
                    "~1\r\n$2\r\nOK\r\n",
                    ",1.5\r\n",
                    "#t\r\n",
                    "(12345678901234567890\r\n",
                    "=6\r\ntxt:OK\r\n",
                    "|1\r\n+a\r\n+b\r\n",
                    ">2\r\n+message\r\n+OK\r\n");
        }
    },
    ERROR {
        @Override
        String apply(String reply, Random random) {
            return one(
                    random,
                    "-ERR made up\r\n",
                    "-NOSCRIPT made up\r\n",
                    "-READONLY made up\r\n",
                    "-LOADING made up\r\n",
                    "-MOVED 1 127.0.0.1:1\r\n",
                    "-\r\n",
                    "!5\r\nERR a\r\n");
        }
    },
    TWICE {
        @Override
        String apply(String reply, Random random) {
            return reply + reply;
        }
    },
    LEFT_OUT {
        @Override
        String apply(String reply, Random random) {
            return "";
        }
    },
    /** Goes behind the next one. */
    SWAPPED {
        @Override
        String apply(String reply, Random random) {
            return reply;
        }
    },
    GARBAGE {
        @Override
        String apply(String reply, Random random) {
            byte[] garbage = new byte[1 + random.nextInt(40)];
            random.nextBytes(garbage);
            int at = one(random, 0, reply.length(), random.nextInt(reply.length()));
            return reply.substring(0, at)
                    + new String(garbage, ISO_8859_1)
                    + (random.nextBoolean() ? reply.substring(at) : "");
        }
    },
    /** A byte is another one, where it says how to read the rest: what a string holds is nobody's to check. */
    BYTE {
        @Override
        String apply(String reply, Random random) {
            List<Integer> places = framing(reply);
            int at = places.get(random.nextInt(places.size()));
            char other = random.nextBoolean()
                    ? (char) random.nextInt(256)
                    : one(random, '0', '9', '-', '\r', '\n', '$', '*', ':', '+', '_');
            return reply.substring(0, at) + other + reply.substring(at + 1);
        }
    },
    /** Later than anybody waits for it. */
    SLOW {
        @Override
        String apply(String reply, Random random) {
            return reply;
        }
    };

    private static final Pattern STRING = Pattern.compile("\\$\\d+(?=\r\n)");
    private static final Pattern WHOLE_STRING = Pattern.compile("\\$\\d+\r\n[^\r]*\r\n");

    /** What arrives instead of a reply. */
    abstract String apply(String reply, Random random);

    private static String huge(Random random) {
        return one(
                random,
                "2147483647",
                "2147483646",
                "4294967297",
                "99999999999999999999",
                "500000000",
                "60000000",
                "900000");
    }

    @SafeVarargs
    private static <T> T one(Random random, T... of) {
        return of[random.nextInt(of.length)];
    }

    /** Puts something in place of one of what a pattern finds, or before a reply where it finds nothing. */
    private static String instead(Pattern pattern, String replacement, String reply, Random random) {
        Matcher found = pattern.matcher(reply);
        List<int[]> places = new ArrayList<>();
        while (found.find()) {
            places.add(new int[] {found.start(), found.end()});
        }
        if (places.isEmpty()) {
            return replacement + "\r\n" + reply;
        }
        int[] place = places.get(random.nextInt(places.size()));
        return reply.substring(0, place[0]) + replacement + reply.substring(place[1]);
    }

    /** The places of what is not within a string. */
    private static List<Integer> framing(String reply) {
        List<Integer> places = new ArrayList<>();
        int at = 0;
        while (at < reply.length()) {
            int end = reply.indexOf("\r\n", at) + 2;
            for (int i = at; i < end; i++) {
                places.add(i);
            }
            boolean string = "$=!".indexOf(reply.charAt(at)) >= 0;
            int length = string ? Integer.parseInt(reply.substring(at + 1, end - 2)) : -1;
            at = end + (length < 0 ? 0 : length + 2);
        }
        return places;
    }
}
