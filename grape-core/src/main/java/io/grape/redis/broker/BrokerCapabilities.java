package io.grape.redis.broker;

import io.grape.catalog.Field;
import io.grape.catalog.TubeFields;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.broker.BrokerRegistry;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The capabilities of the living brokers. A broker of an earlier release fails whole replies over one id that it does
 * not know, and does not serve tubes of a later layout. It would also run an operation without its key and label, and knows no moves. So
 * all these are refused while a broker of that kind is alive. This is checked at most once a second, and only when it
 * matters.
 */
public final class BrokerCapabilities {
    private static final Script CAPABILITIES = Script.ofRegistry("capabilities");
    private static final String LAYOUT = "layout-";
    private static final Duration HOLDS = Duration.ofSeconds(1);
    private static final Pattern READS = Pattern.compile("\"" + BrokerRegistry.READS + "\":\"([^\"]*)\"");
    private static final Pattern VERSION = Pattern.compile("\"version\":\"([^\"]{1,50})\"");

    private final ScriptRunner runner;
    private final Keys keys;
    private final Duration deadAfter;
    private @Nullable CompletableFuture<Reply> asked;
    private long askedAt;

    public BrokerCapabilities(ScriptRunner runner, Keys keys, Duration deadAfter) {
        this.runner = runner;
        this.keys = keys;
        this.deadAfter = deadAfter;
    }

    /** The jobs that a living broker could not serve, and why: it cannot read the id, or does not know dedup windows, expiry and debounce. */
    public static Map<JobId, GrapeException> refusals(Reply told, List<NewJob> jobs) {
        Optional<String> withoutAnyId = olderIn(told, BrokerRegistry.ANY_ID);
        Optional<String> withoutLayout = olderIn(told, BrokerRegistry.LAYOUT_4);
        Map<JobId, GrapeException> refusals = new HashMap<>();
        for (NewJob job : jobs) {
            if (!job.id().isPlain()) {
                withoutAnyId.ifPresent(older -> refusals.put(job.id(), refusal(job.id(), older)));
            }
            String what = ofLayout4(job);
            if (what != null) {
                withoutLayout.ifPresent(older ->
                        refusals.putIfAbsent(job.id(), notKnown("job " + job.id() + " cannot have " + what, older)));
            }
        }
        return refusals;
    }

    /** What of a job needs layout 4. */
    private static @Nullable String ofLayout4(NewJob job) {
        if (job.onDuplicate() == OnDuplicate.DEBOUNCE) {
            return "onDuplicate=debounce";
        }
        return job.dedup() != null ? "dedupWindowMs" : job.expiry() != null ? "expiresAfterMs or expiresAt" : null;
    }

    private static GrapeException refusal(JobId id, String older) {
        return GrapeException.badValue(
                "id", JobId.PLAIN + " while " + older + " is alive, which reads no others", "'" + id + "'");
    }

    /** Fails with WRONG_STATE if a living broker would not keep to what a tube gets: each setting says which layout it needs. */
    public CompletionStage<Boolean> checked(TubeName tube, TubeSettingsChange change) {
        return TubeFields.SETTINGS.fields().stream()
                .filter(setting -> setting.layout() > 1 && change.values().isNotDefault(setting))
                .max(Comparator.comparingInt(Field::layout))
                .map(setting -> checked(LAYOUT + setting.layout(), "tube " + tube + " cannot have " + setting))
                .orElseGet(() -> CompletableFuture.completedStage(true));
    }

    /** Fails with WRONG_STATE if a living broker would not keep the gates of a tube. */
    public CompletionStage<Boolean> checkedForGates(TubeName tube) {
        return checked(BrokerRegistry.LAYOUT_3, "tube " + tube + " cannot have gates");
    }

    /** Fails with WRONG_STATE if a living broker would not tick the schedules of a tube. */
    public CompletionStage<Boolean> checkedForSchedules(TubeName tube) {
        return checked(BrokerRegistry.SCHEDULES, "tube " + tube + " cannot have schedules");
    }

    /** Fails with WRONG_STATE if a living broker does not know what an operation does, or how it selects. */
    public CompletionStage<Boolean> checked(OperationRequest request) {
        if (request.kind() == OperationKind.MOVE) {
            return checked(BrokerRegistry.OPERATION_MOVE, "there can be no operations of kind move");
        }
        return request.tags().isAny()
                ? CompletableFuture.completedStage(true)
                : checked(BrokerRegistry.OPERATION_TAGS, "an operation cannot have a key or a label");
    }

    private CompletionStage<Boolean> checked(String capability, String refusal) {
        return without(capability)
                .thenCompose(older -> older.isEmpty()
                        ? CompletableFuture.completedStage(true)
                        : CompletableFuture.failedStage(notKnown(refusal, older.get())));
    }

    private static GrapeException notKnown(String refusal, String older) {
        return new GrapeException(
                ErrorCode.WRONG_STATE, refusal + " while " + older + " is alive, which does not know them");
    }

    /** A living broker that lacks a capability, such as {@link BrokerRegistry#ANY_ID}. */
    public CompletionStage<Optional<String>> without(String capability) {
        return ask().thenApply(reply -> olderIn(reply, capability));
    }

    /** What the living brokers told of themselves, null if it is not known now. */
    public synchronized @Nullable Reply known() {
        CompletableFuture<Reply> known = asked;
        return known != null && known.isDone() && holds(known) ? known.join() : null;
    }

    private boolean holds(CompletableFuture<Reply> known) {
        return !known.isCompletedExceptionally() && System.nanoTime() - askedAt < HOLDS.toNanos();
    }

    /** What the living brokers tell of themselves. */
    public synchronized CompletionStage<Reply> ask() {
        CompletableFuture<Reply> known = asked;
        if (known != null && holds(known)) {
            return known;
        }
        askedAt = System.nanoTime();
        Args args = new Args().add(deadAfter.toMillis());
        CompletableFuture<Reply> next = runner.run(CAPABILITIES, new byte[][] {keys.brokers(), keys.about()}, args)
                .toCompletableFuture();
        asked = next;
        return next;
    }

    private static Optional<String> olderIn(Reply reply, String capability) {
        for (int at = 1; at + 1 < reply.size(); at += 2) {
            String about = reply.text(at + 1);
            if (!reads(about, capability)) {
                Matcher version = VERSION.matcher(about);
                String release = version.find() ? version.group(1) : "an earlier one";
                return Optional.of("broker " + reply.text(at) + " (release " + release + ")");
            }
        }
        return Optional.empty();
    }

    private static boolean reads(String about, String capability) {
        Matcher reads = READS.matcher(about);
        return reads.find() && (" " + reads.group(1) + " ").contains(" " + capability + " ");
    }
}
