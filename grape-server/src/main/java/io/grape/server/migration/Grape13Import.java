package io.grape.server.migration;

import io.grape.core.TubeName;
import io.grape.core.migration.AdoptionResult;
import io.grape.core.migration.Grape13Data;
import io.grape.core.migration.Grape13Page;
import io.grape.core.migration.Grape13Set;
import io.grape.core.tube.TubeSettings;
import io.grape.server.failure.Failures;
import io.grape.server.migration.ImportCommand.Act;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes over one tube after the other, a page at a time. A page that was taken over before does no harm. */
public final class Grape13Import {
    private static final AdoptionResult NOTHING = new AdoptionResult(0, 0, 0);
    private static final int MAX_SHOWN = 100;
    /** What would break a line, or show it in another order: names and ids of the old Redis are of any text. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private final Grape13Data old;
    private final ImportTarget into;
    private final Consumer<String> out;
    private long left;

    /**
     * One that tells what it does.
     *
     * @param out takes lines for people
     */
    public Grape13Import(Grape13Data old, ImportTarget into, Consumer<String> out) {
        this.old = old;
        this.into = into;
        this.out = out;
    }

    /** Does it, and returns how many jobs and tubes could not be taken over. */
    public long run(Act act) {
        return act == Act.DRY_RUN
                ? goThrough(act)
                : into.audit().of("import.grape13", "", act.name().toLowerCase(Locale.ROOT), () -> goThrough(act));
    }

    private long goThrough(Act act) {
        AdoptionResult all = NOTHING;
        long found = 0;
        for (String name : Failures.get(old.tubes())) {
            Optional<TubeName> tube = TubeName.read(name);
            if (tube.isEmpty()) {
                leave("tube " + name + ": its name cannot be that of a tube");
            } else if (act == Act.FORGET) {
                Failures.get(into.adoption().forget(tube.get()));
            } else if (act == Act.DRY_RUN) {
                found += count(name);
            } else {
                all = all.plus(adopt(name, tube.get()));
            }
        }
        out.accept(
                switch (act) {
                    case FORGET -> "forgotten: a further import would take over everything again";
                    case DRY_RUN -> "in all: " + found + " jobs, left out " + left;
                    case IMPORT -> "in all: " + shown(all) + ", left out " + left;
                });
        return left;
    }

    private static String shown(AdoptionResult result) {
        return result.adopted() + " jobs taken over, " + result.before() + " were before, " + result.live()
                + " have an id that is live here";
    }

    private AdoptionResult adopt(String name, TubeName tube) {
        Failures.get(into.tubes().create(tube, TubeSettings.ENDLESS));
        AdoptionResult sum = NOTHING;
        for (Grape13Set set : Grape13Set.values()) {
            for (Grape13Page page = first(name, set); page != null; page = next(name, set, page)) {
                sum = sum.plus(AdoptionResult.of(Failures.get(into.adoption().adoptOnce(tube, page.jobs()))));
                page.left().forEach(job -> leave("tube " + name + ", " + job));
            }
        }
        out.accept("tube " + name + ": " + shown(sum));
        return sum;
    }

    private long count(String name) {
        StringBuilder line = new StringBuilder("tube " + name + ":");
        long sum = 0;
        for (Grape13Set set : Grape13Set.values()) {
            long count = 0;
            for (Grape13Page page = first(name, set); page != null; page = next(name, set, page)) {
                count += page.jobs().size();
                page.left().forEach(job -> leave("tube " + name + ", " + job));
            }
            line.append(' ').append(set.wireName()).append(' ').append(count);
            sum += count;
        }
        out.accept(line.toString());
        return sum;
    }

    private Grape13Page first(String name, Grape13Set set) {
        return Failures.get(old.page(name, set, 0));
    }

    private @Nullable Grape13Page next(String name, Grape13Set set, Grape13Page page) {
        return page.next() == 0 ? null : Failures.get(old.page(name, set, page.next()));
    }

    private void leave(String what) {
        left++;
        if (left <= MAX_SHOWN) {
            out.accept("left out: " + UNPRINTABLE.matcher(what).replaceAll("?"));
        }
    }
}
