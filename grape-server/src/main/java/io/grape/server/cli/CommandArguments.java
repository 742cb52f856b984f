package io.grape.server.cli;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What stands behind {@code ./grape user} and {@code ./grape token}: a verb, whom it concerns, flags of its own, options of a broker. */
final class CommandArguments {
    private static final Set<String> OWN = Set.of("role", "right", "tubes", "scope", "expires");

    private final List<String> words = new ArrayList<>();
    private final Map<String, String> own = new HashMap<>();
    private final List<String> options = new ArrayList<>();
    private final Set<String> unused = new TreeSet<>();

    private CommandArguments() {}

    static CommandArguments read(List<String> args) {
        CommandArguments read = new CommandArguments();
        for (int i = 0; i < args.size(); i++) {
            String arg = args.get(i);
            int equals = arg.indexOf('=');
            String flag = equals < 0 ? arg : arg.substring(0, equals);
            boolean takesNext = flag.startsWith("--") && equals < 0 && i + 1 < args.size();
            if (!flag.startsWith("-")) {
                read.words.add(arg);
            } else if (flag.startsWith("--") && OWN.contains(flag.substring(2))) {
                read.put(
                        flag.substring(2), equals < 0 ? (takesNext ? args.get(i + 1) : "") : arg.substring(equals + 1));
            } else {
                read.options.add(arg);
                if (takesNext) {
                    read.options.add(args.get(i + 1));
                }
            }
            i += takesNext ? 1 : 0;
        }
        return read;
    }

    private void put(String name, String value) {
        if (own.put(name, value) != null) {
            throw usage("--" + name + ": expected once, got it twice");
        }
        unused.add(name);
    }

    /** For where the Redis is. */
    List<String> options() {
        return options;
    }

    String verb() {
        return words.isEmpty() ? "" : words.get(0);
    }

    /** Whom it concerns. */
    String subject(String placeholder) {
        if (words.size() != 2) {
            throw usage(verb() + ": expected one " + placeholder + ", got " + (words.size() - 1));
        }
        return words.get(1);
    }

    void noSubject() {
        if (words.size() > 1) {
            throw usage(verb() + ": expected nothing more, got '" + words.get(1) + "'");
        }
    }

    String required(String name) {
        List<String> values = list(name);
        if (values == null) {
            throw usage("--" + name + ": expected it, see --help");
        }
        return String.join(",", values);
    }

    /** Texts with commas in between, null when it was not given. */
    @Nullable
    List<String> list(String name) {
        unused.remove(name);
        String text = own.get(name);
        return text == null ? null : List.of(text.split(",", -1));
    }

    /** Refuses flags that mean nothing to the verb. */
    void checkAllUsed() {
        if (!unused.isEmpty()) {
            throw usage("--" + unused.iterator().next() + ": means nothing to " + verb());
        }
    }

    static GrapeException usage(String detail) {
        return new GrapeException(ErrorCode.BAD_REQUEST, detail);
    }
}
