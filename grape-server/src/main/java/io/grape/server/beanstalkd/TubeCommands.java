package io.grape.server.beanstalkd;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobState;
import io.grape.core.Limits;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.access.AuditSubject;
import io.grape.core.job.Broker;
import io.grape.core.tube.Pause;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.Tubes;
import io.grape.server.failure.Failures;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The commands about tubes. A tube is there once somebody uses or watches it; Redis has it from its first job on. */
final class TubeCommands {
    /** The reason of a pause tells for how long it is. */
    private static final String PAUSED_FOR = "pause-tube ";

    private static final Pattern PAUSE = Pattern.compile(Pattern.quote(PAUSED_FOR) + "([0-9]{1,10})");
    /** Tubes that one connection watches: each costs a look at every reserve. */
    private static final int MAX_WATCHED = 1000;

    private final Session session;
    private final Tubes tubes;
    private final Broker broker;

    TubeCommands(Session session) {
        this.session = session;
        this.tubes = session.ports().tubes();
        this.broker = session.ports().broker();
    }

    Reply use(TubeName tube) {
        session.caller().checkTube(tube.value());
        session.use(tube);
        return used();
    }

    Reply used() {
        return Reply.line("USING " + session.used());
    }

    Reply watch(TubeName tube) {
        session.caller().checkTube(tube.value());
        if (session.watchedCount() == MAX_WATCHED && !session.watched().contains(tube)) {
            throw new GrapeException(ErrorCode.QUOTA_EXCEEDED, "watched tubes: expected at most " + MAX_WATCHED);
        }
        session.watch(tube);
        return watching();
    }

    Reply ignore(TubeName tube) {
        return session.ignore(tube) ? watching() : Reply.NOT_IGNORED;
    }

    private Reply watching() {
        return Reply.line("WATCHING " + session.watchedCount());
    }

    Reply watched() {
        return list(session.watched());
    }

    CompletionStage<Reply> all() {
        return tubes.names().thenApply(names -> {
            Set<TubeName> shown = new TreeSet<>(names);
            shown.addAll(session.usage().tubes());
            shown.add(Session.DEFAULT_TUBE);
            shown.removeIf(tube -> !session.caller().mayTube(tube.value()));
            return list(shown);
        });
    }

    private static Reply list(Iterable<TubeName> names) {
        Yaml yaml = new Yaml();
        names.forEach(name -> yaml.item(name.value()));
        return yaml.reply();
    }

    /** Buried jobs if there are any, else delayed ones. */
    CompletionStage<Reply> kick(long bound) {
        TubeName tube = session.used();
        session.caller().checkTube(tube.value());
        if (bound == 0) {
            return CompletableFuture.completedStage(kicked(0));
        }
        AuditSubject subject = new AuditSubject(tube.value(), "", "max=" + bound);
        return session.audit()
                .run(
                        "jobs.kick",
                        subject,
                        () -> isAnyBuried(tube)
                                .thenCompose(buried -> buried ? kick(tube, bound, true, 0) : kickDelayed(tube, bound)));
    }

    /** Some of them are those that would be ready first, whatever their priority. */
    private CompletionStage<Reply> kickDelayed(TubeName tube, long bound) {
        return orNone(tubes.describe(tube).thenApply(found -> found.counts().getOrDefault(JobState.DELAYED, 0L)), 0L)
                .thenCompose(count -> count <= bound ? kick(tube, bound, false, 0) : kickFirst(tube, bound, 0));
    }

    private CompletionStage<Reply> kickFirst(TubeName tube, long left, long sum) {
        return session.ports().firstJobs().first(tube, JobState.DELAYED, true).thenCompose(first -> {
            if (left == 0 || first.isEmpty()) {
                return CompletableFuture.completedStage(kicked(sum));
            }
            return broker.kick(tube, first.get().id(), Duration.ZERO)
                    .exceptionallyCompose(TubeCommands::isGone)
                    .thenCompose(kicked -> kickFirst(tube, left - 1, sum + (kicked ? 1 : 0)));
        });
    }

    private CompletionStage<Boolean> isAnyBuried(TubeName tube) {
        return session.ports().firstJobs().first(tube, JobState.FAILED, true).thenApply(Optional::isPresent);
    }

    private CompletionStage<Reply> kick(TubeName tube, long bound, boolean buried, long before) {
        int most = (int) Math.min(Limits.MAX_BATCH, bound - before);
        return orNone(broker.kick(tube, most), 0).thenCompose(count -> {
            long sum = before + count;
            if (count < most || sum == bound) {
                return CompletableFuture.completedStage(kicked(sum));
            }
            // The next of a tube without buried ones would be delayed ones.
            return buried
                    ? isAnyBuried(tube)
                            .thenCompose(more ->
                                    more ? kick(tube, bound, true, sum) : CompletableFuture.completedStage(kicked(sum)))
                    : kick(tube, bound, false, sum);
        });
    }

    /** False where somebody else has taken the job meanwhile. */
    private static CompletionStage<Boolean> isGone(Throwable failure) {
        boolean isGone = Failures.is(ErrorCode.JOB_NOT_FOUND, failure) || Failures.is(ErrorCode.WRONG_STATE, failure);
        return isGone ? CompletableFuture.completedStage(false) : CompletableFuture.failedStage(failure);
    }

    private static Reply kicked(long count) {
        return Reply.line("KICKED " + count);
    }

    private static <T> CompletionStage<T> orNone(CompletionStage<T> stage, T none) {
        return stage.exceptionallyCompose(failure -> Failures.is(ErrorCode.TUBE_NOT_FOUND, failure)
                ? CompletableFuture.completedStage(none)
                : CompletableFuture.failedStage(failure));
    }

    CompletionStage<Reply> pause(TubeName tube, long seconds) {
        session.caller().checkTube(tube.value());
        AuditSubject subject = new AuditSubject(tube.value(), "", PAUSED_FOR + seconds);
        return session.audit()
                .run(seconds == 0 ? "tube.resume" : "tube.pause", subject, () -> setKnown(tube, seconds))
                .thenApply(done -> {
                    session.usage().paused(tube);
                    return Reply.PAUSED;
                });
    }

    private CompletionStage<Void> setKnown(TubeName tube, long seconds) {
        return set(tube, seconds)
                .exceptionallyCompose(failure -> Failures.is(ErrorCode.TUBE_NOT_FOUND, failure) && isKnown(tube)
                        ? tubes.create(tube, TubeSettings.DEFAULT).thenCompose(made -> set(tube, seconds))
                        : CompletableFuture.failedStage(failure));
    }

    private CompletionStage<Void> set(TubeName tube, long seconds) {
        return seconds == 0 ? tubes.resume(tube) : tubes.pause(tube, Duration.ofSeconds(seconds), PAUSED_FOR + seconds);
    }

    private boolean isKnown(TubeName tube) {
        return tube.equals(Session.DEFAULT_TUBE) || session.usage().tubes().contains(tube);
    }

    CompletionStage<Reply> stats(TubeName tube) {
        session.caller().checkTube(tube.value());
        CompletionStage<Optional<Tube>> found = tubes.describe(tube).thenApply(Optional::of);
        return orNone(found, Optional.empty())
                .thenCombine(
                        session.ports().time().get(),
                        (described, now) -> described.isPresent() || isKnown(tube)
                                ? stats(tube, described.orElse(null), now)
                                : Reply.NOT_FOUND);
    }

    private Reply stats(TubeName name, @Nullable Tube tube, Instant now) {
        Usage.TubeUsage usage = session.usage().of(name);
        TubeSums sums = new TubeSums();
        if (tube != null) {
            sums.add(tube);
        }
        Pause pause = tube == null ? null : tube.paused();
        long left = pause == null ? 0 : left(pause, now);
        Yaml yaml = new Yaml().addText("name", name.value());
        return sums.addJobs(yaml)
                .add("total-jobs", sums.total(TubeCounter.PRODUCED))
                .add("current-using", usage.using())
                .add("current-watching", usage.watching())
                .add("current-waiting", usage.waiting())
                .add("cmd-delete", sums.deleted())
                .add("cmd-pause-tube", usage.pauses())
                .add("pause", pause == null ? 0 : length(pause, left))
                .add("pause-time-left", left)
                .reply();
    }

    /** A pause that nobody ends is shown as the longest there is. */
    private static long left(Pause pause, Instant now) {
        Instant until = pause.until();
        return until == null
                ? Limits.MAX_DURATION.toSeconds()
                : Math.max(0, Duration.between(now, until).toSeconds());
    }

    private static long length(Pause pause, long left) {
        Matcher told = PAUSE.matcher(Objects.requireNonNull(pause.reason()));
        return told.matches() ? Long.parseLong(told.group(1)) : left;
    }
}
