package io.grape.server.doctor;

import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What one check came to.
 *
 * @param name the setting, or the field of INFO
 * @param text what is so; where that is not right, what was expected, what came, and what follows from it
 * @param remedy what to do about it, empty where nothing is wrong
 */
public record Finding(Severity severity, String name, String text, String remedy) {
    /** What to say where a value is not right. */
    record Fault(Severity severity, String expected, String effect, String remedy) {}

    static Finding ok(String name, String text) {
        return new Finding(Severity.OK, name, text, "");
    }

    static Finding unseen(String name) {
        return new Finding(Severity.UNSEEN, name, "Redis does not tell it, or not to this user", "");
    }

    static Finding wrong(String name, String got, Fault fault) {
        String text = "expected " + fault.expected + ", got " + got + ": " + fault.effect;
        return new Finding(fault.severity, name, text, fault.remedy);
    }

    /** A value that is missing is not judged. */
    static Finding judged(String name, @Nullable String got, Predicate<String> fit, Fault fault) {
        if (got == null) {
            return unseen(name);
        }
        return fit.test(got) ? ok(name, got) : wrong(name, got, fault);
    }

    /** That a script which writes cannot run, and why. */
    public static Finding noScripts(String reason) {
        String remedy =
                "see that the Redis of --redis takes writes, and that its user has the rights in docs/operations.md";
        return wrong("scripts", reason, new Fault(Severity.UNUSABLE, "that they run", "no job can be taken", remedy));
    }

    public static Finding scriptsRun() {
        return ok("scripts", "one that writes ran");
    }

    /** The same of one of several nodes. */
    public Finding of(String node) {
        return new Finding(severity, node + " " + name, text, remedy);
    }

    /** All that there is to say, with the remedy. */
    public String sentence() {
        return name + ": " + text + (remedy.isEmpty() ? "" : "; remedy: " + remedy);
    }

    /** The same with the severity before it, aligned. */
    public String line() {
        return String.format(Locale.ROOT, "%-11s %s", severity.label(), sentence());
    }
}
