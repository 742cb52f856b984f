package io.grape.server.http.call;

import io.grape.server.admission.MemoryBudget;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The text of all meters. It is made at most once a second, and all who ask meanwhile share it. A text counts once, however many
 * read it, until the last of them has taken it. May be used from anywhere.
 */
public final class MetricsText {
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final MemoryBudget budget;
    private final Supplier<CompletionStage<String>> source;
    private final long freshNanos;
    private @Nullable Text last;

    /**
     * Makes texts of what the source says.
     *
     * @param budget for the texts that are held; one text is always held, however long
     */
    public MetricsText(MemoryBudget budget, Supplier<CompletionStage<String>> source) {
        this(budget, source, FRESH);
    }

    /** With texts that are shared for so long. */
    MetricsText(MemoryBudget budget, Supplier<CompletionStage<String>> source, Duration fresh) {
        this.budget = budget;
        this.source = source;
        this.freshNanos = fresh.toNanos();
    }

    /** A text for one who asks. Fails with OVERLOADED where earlier ones, which others still read, leave no room for it. */
    public CompletionStage<Scrape> next() {
        Text text = current();
        AtomicBoolean reads = new AtomicBoolean(true);
        return text.made.thenApply(bytes -> new Scrape(bytes, () -> {
            if (reads.getAndSet(false)) {
                leave(text);
            }
        }));
    }

    private synchronized Text current() {
        Text text = last;
        if (text == null || text.isOld()) {
            if (text != null) {
                leave(text);
            }
            text = new Text();
            last = text;
        }
        text.holders++;
        return text;
    }

    private synchronized void leave(Text text) {
        text.holders--;
        if (text.holders == 0) {
            text.share.release();
        }
    }

    /** One text, held by its readers and, until there is another, by this. */
    private final class Text {
        private final MemoryBudget.Share share = budget.share();
        private final CompletableFuture<Buffer> made;
        private int holders = 1;
        private volatile long madeAt;

        private Text() {
            made = source.get()
                    .thenApply(this::hold)
                    .whenComplete((bytes, failure) -> madeAt = System.nanoTime())
                    .toCompletableFuture();
        }

        private Buffer hold(String text) {
            Buffer bytes = Buffer.buffer(text);
            if (!share.grow(bytes.length())) {
                if (budget.held() > 0) {
                    throw MemoryBudget.full("texts of /metrics");
                }
                share.hold(bytes.length());
            }
            return bytes;
        }

        private boolean isOld() {
            return made.isDone() && System.nanoTime() - madeAt >= freshNanos;
        }
    }
}
