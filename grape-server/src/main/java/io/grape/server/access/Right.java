package io.grape.server.access;

import io.grape.core.GrapeException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What somebody must be allowed to do to make a call. Every call names one. */
public enum Right {
    /** Nothing: anybody may know. */
    PUBLIC("public"),
    TUBES_READ("tubes.read"),
    TUBES_PAUSE("tubes.pause"),
    TUBES_ADMIN("tubes.admin"),
    JOBS_READ("jobs.read"),
    /** To see what is in a job, which may be about people. */
    JOBS_PAYLOAD("jobs.payload"),
    JOBS_PRODUCE("jobs.produce"),
    JOBS_CONSUME("jobs.consume"),
    JOBS_KICK("jobs.kick"),
    JOBS_DELETE("jobs.delete"),
    /** To delete a job under the consumer that has it. */
    JOBS_FORCE("jobs.force"),
    /** To delete many jobs at once. */
    JOBS_PURGE("jobs.purge"),
    OPERATIONS_RUN("operations.run"),
    SYSTEM_READ("system.read"),
    AUDIT_READ("audit.read"),
    ACCESS_ADMIN("access.admin");

    private final String wireName;

    Right(String wireName) {
        this.wireName = wireName;
    }

    /** How it is called in settings, on the wire, and in what is said of it. */
    public String wireName() {
        return wireName;
    }

    /** One that can be given to somebody. */
    public static Right parse(String name) {
        return Arrays.stream(values())
                .filter(right -> right != PUBLIC && right.wireName.equals(name))
                .findFirst()
                .orElseThrow(() -> GrapeException.badValue("rights", "some of " + names(), "'" + name + "'"));
    }

    /** Several, each once. */
    public static Set<Right> parseAll(Collection<String> names) {
        return names.stream().map(Right::parse).collect(Collectors.toSet());
    }

    /** How some are called, in the order of the alphabet. */
    public static List<String> names(Collection<Right> rights) {
        return rights.stream().map(Right::wireName).sorted().toList();
    }

    private static String names() {
        return Arrays.stream(values())
                .filter(right -> right != PUBLIC)
                .map(Right::wireName)
                .collect(Collectors.joining(", "));
    }
}
