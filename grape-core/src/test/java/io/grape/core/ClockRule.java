package io.grape.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.time.Clock;
import java.util.Date;

/** Redis's clock is the only one. A span of time is measured with {@link System#nanoTime}. */
public final class ClockRule {
    private ClockRule() {}

    /** Fails where one of these asks its machine for the time. */
    public static void check(JavaClasses classes) {
        noClasses()
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "the target is a clock of this machine",
                        call -> isClock(
                                call.getTarget().getOwner(), call.getTarget().getName())))
                .orShould()
                .callConstructor(Date.class)
                .check(classes);
    }

    static boolean isClock(JavaClass owner, String method) {
        boolean ofSystem = owner.isEquivalentTo(System.class) && method.equals("currentTimeMillis");
        boolean ofTime = owner.getPackageName().equals("java.time") && method.equals("now");
        boolean clock = owner.isEquivalentTo(Clock.class) && (method.startsWith("system") || method.startsWith("tick"));
        return ofSystem || ofTime || clock;
    }
}
