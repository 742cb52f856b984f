package io.grape.server.doctor;

import io.grape.core.broker.MissingRights;
import io.grape.server.doctor.Finding.Fault;
import java.util.Set;
import java.util.TreeSet;

/** Whether the Redis user of a broker has the rights that docs/operations.md lists. */
public final class RightsFinding {
    private static final String NAME = "rights";

    private RightsFinding() {}

    public static Finding of(MissingRights missing) {
        if (!missing.isTold()) {
            return Finding.unseen(NAME);
        }
        if (!missing.needed().isEmpty()) {
            return lacking(
                    missing.needed(), Severity.UNUSABLE, "calls that need them fail, and some would be left half done");
        }
        return missing.optional().isEmpty()
                ? Finding.ok(NAME, "the user has all of them")
                : lacking(missing.optional(), Severity.WARN, "the broker checks less of this Redis");
    }

    private static Finding lacking(Set<String> rules, Severity severity, String effect) {
        String all = String.join(" ", new TreeSet<>(rules));
        Fault fault = new Fault(
                severity, "those of docs/operations.md", effect, "ACL SETUSER USER " + all + ", then ACL SAVE");
        return Finding.wrong(NAME, "a user without " + all, fault);
    }
}
