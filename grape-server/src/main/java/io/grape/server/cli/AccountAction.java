package io.grape.server.cli;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a verb does; returns what there is to say, line by line. */
interface AccountAction {
    List<String> run(AccountStore store);

    /** All that there are, a line each; that there is none is said beside it, so that who reads stdout reads nothing. */
    static <T> List<String> list(Supplier<List<T>> all, Function<T, String> line, String none) {
        List<String> lines = all.get().stream().map(line).toList();
        if (lines.isEmpty()) {
            System.err.println("grape: " + none);
        }
        return lines;
    }

    /** Texts with commas in between, null when it was not given. */
    static @Nullable List<String> split(@Nullable String text) {
        return text == null ? null : List.of(text.split(",", -1));
    }

    /** What the lines of users and of tokens end with. */
    static String end(List<String> prefixes, Instant createdAt, String createdBy) {
        String tubes = prefixes.stream().map(prefix -> prefix + "*").collect(Collectors.joining(","));
        return " tubes=" + tubes + " createdAt=" + createdAt + " createdBy=" + createdBy;
    }
}
