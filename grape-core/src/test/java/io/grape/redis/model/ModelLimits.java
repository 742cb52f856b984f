package io.grape.redis.model;

import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.tube.TubeLimits;
import io.grape.redis.script.JobPlace;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The limits of a tube in the model, and what it keeps for them. */
final class ModelLimits {
    private final ModelTube tube;

    @Nullable
    private Double pace;

    @Nullable
    private Long sized;

    private long bytes;

    ModelLimits(ModelTube tube) {
        this.tube = tube;
    }

    private TubeLimits limits() {
        return tube.settings.limits();
    }

    /** After a change of the settings, or at the creation. */
    void changed(TubeLimits before, long rev) {
        if (limits().maxBytes() != null && before.maxBytes() == null) {
            sized = rev;
            bytes = 0;
        }
    }

    private LongStream deadlines(long now) {
        return tube.jobs.values().stream()
                .filter(job -> job.place == JobPlace.RETAINED && job.score.due() > now)
                .mapToLong(job -> job.score.due());
    }

    /** The time between two deliveries at the rate. */
    private double each() {
        Double perSecond = limits().perSecond();
        return perSecond == null ? 0 : 1000 / perSecond;
    }

    private int burst() {
        Integer burst = limits().burst();
        return burst == null ? 1 : burst;
    }

    private double pace(long now) {
        return Math.max((double) now, Math.min(pace == null ? 0 : pace, now + burst() * each()));
    }

    /** How many deliveries are allowed. */
    int allowance(long now) {
        Integer concurrency = limits().concurrency();
        long most = concurrency == null
                ? Integer.MAX_VALUE
                : Math.max(0, concurrency - deadlines(now).count());
        if (each() != 0 && pace != null && pace > pace(now)) {
            pace = pace(now);
        }
        return (int) (each() == 0 ? most : Math.min((double) most, paced(now)));
    }

    private double paced(long now) {
        return Math.max(0, Math.floor((now - pace(now)) / each() + burst()));
    }

    void delivered(long now, int count) {
        if (each() != 0 && count > 0) {
            pace = pace(now) + count * each();
        }
    }

    /** Not before then is another delivery allowed: a duration from now. */
    @Nullable
    Duration until(long now, @Nullable Duration next) {
        long at = 0;
        Integer concurrency = limits().concurrency();
        if (concurrency != null && deadlines(now).count() >= concurrency) {
            at = deadlines(now).min().orElse(now);
        }
        if (each() != 0 && paced(now) < 1) {
            at = Math.max(at, Math.max(now + 1, (long) Math.ceil(pace(now) - (burst() - 1) * each())));
        }
        return next == null || at - now <= next.toMillis() ? next : Duration.ofMillis(at - now);
    }

    /** What one run of produce adds. */
    final class Room {
        private long live = tube.jobs.size();
        private long used = live > 0 ? bytes : 0;

        boolean isFullFor(NewJob job) {
            Long maxJobs = limits().maxJobs();
            Long maxBytes = limits().maxBytes();
            return (maxJobs != null && live >= maxJobs) || (maxBytes != null && used + size(job) > maxBytes);
        }

        void created(ModelJob fresh, NewJob job) {
            live++;
            used += measured(fresh, job);
        }

        /** Whether a job may take the place of one that is there: it needs no more bytes, or there is room for them. */
        boolean mayReplace(ModelJob before, NewJob job) {
            return hasRoomFor(size(job) - sizeOf(before));
        }

        void replaced(ModelJob before, ModelJob fresh, NewJob job) {
            used += measured(fresh, job) - sizeOf(before);
        }

        /** A job is to follow one that is there: whether there is room for its bytes, which count from now on. */
        boolean follows(ModelJob before, NewJob job) {
            long growth = size(job) - countedSuccessor(before);
            if (!hasRoomFor(growth)) {
                return false;
            }
            if (limits().maxBytes() != null) {
                before.size = sized + " " + (sizeOf(before) + growth);
                used += growth;
            }
            return true;
        }

        private boolean hasRoomFor(long growth) {
            Long maxBytes = limits().maxBytes();
            return maxBytes == null || growth <= 0 || used + growth <= maxBytes;
        }

        void end() {
            if (limits().maxBytes() != null) {
                bytes = used;
            }
        }
    }

    /** Since when bytes are counted, null = they are not. */
    @Nullable
    Long countedSince() {
        return limits().maxBytes() == null ? null : sized;
    }

    private long countedSuccessor(ModelJob job) {
        ModelSuccessor next = job.successor;
        return next == null
                        || next.countedSince() == null
                        || !next.countedSince().equals(countedSince())
                ? 0
                : size(next.job());
    }

    private long measured(ModelJob fresh, NewJob job) {
        if (limits().maxBytes() == null) {
            return 0;
        }
        fresh.size = sized + " " + size(job);
        return size(job);
    }

    private long sizeOf(ModelJob job) {
        String size = job.size;
        return limits().maxBytes() == null || size == null || !size.startsWith(sized + " ")
                ? 0
                : Long.parseLong(size.substring(size.indexOf(' ') + 1));
    }

    /** A job has more bytes, or fewer: whether there is room for them. One that is not counted takes none. */
    boolean grows(ModelJob job, int growth) {
        Long maxBytes = limits().maxBytes();
        long size = sizeOf(job);
        if (size == 0 || growth == 0) {
            return true;
        }
        if (growth > 0 && maxBytes != null && bytes + growth > maxBytes) {
            return false;
        }
        bytes += growth;
        job.size = sized + " " + (size + growth);
        return true;
    }

    /** A job takes the place of another. */
    void followed(ModelJob before, ModelJob fresh, NewJob job) {
        bytes += measured(fresh, job) - sizeOf(before);
    }

    /** A job goes. */
    void left(ModelJob job) {
        bytes -= sizeOf(job);
    }

    /** As it is sent: tags with their lengths, lines of headers, payload. */
    private static long size(NewJob job) {
        JobTags tags = job.tags();
        long size = job.payload().bytes().length;
        if (!tags.isEmpty()) {
            String labels = String.join(",", tags.labels());
            size += 3 + (tags.key() == null ? 0 : tags.key().length()) + (labels.isEmpty() ? 0 : labels.length() + 2);
        }
        if (!job.headers().isEmpty()) {
            size += 1 + job.headers().bytes() + 2L * job.headers().values().size();
        }
        return size;
    }

    /** The fields of the tube. */
    Map<String, String> fields() {
        TubeLimits limits = limits();
        Map<String, String> fields = new TreeMap<>();
        fields.put("version", limits.isNone() ? "1" : "2");
        if (!limits.isNone()) {
            fields.put(
                    "limits",
                    "%s %s %s %s %s"
                            .formatted(
                                    shown(limits.concurrency()),
                                    shown(limits.perSecond()),
                                    shown(limits.burst()),
                                    shown(limits.maxJobs()),
                                    shown(limits.maxBytes())));
        }
        if (pace != null) {
            fields.put("pace", pace.toString());
        }
        if (sized != null) {
            fields.put("sized", sized.toString());
            fields.put("bytes", Long.toString(bytes));
        }
        return fields;
    }

    private static String shown(@Nullable Object value) {
        return value == null ? "-" : value.toString();
    }
}
