package io.grape.redis.model;

import io.grape.core.JobId;
import io.grape.core.TubeCounter;
import io.grape.core.tube.ExpireTo;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Which jobs of a tube expire unless they are begun, in the model. */
final class ModelExpiry {
    static final String OVERDUE = "expired before it was begun";
    private static final long LOOK_AFTER = 1000;
    private static final Comparator<ModelJob> FIRST =
            Comparator.comparingLong(ModelJob::expires).thenComparing(job -> job.id.value());

    private final ModelTube tube;

    /** As it is stored, in ms; 0 = as the jobs say, null = none expires. */
    @Nullable
    Long stored;

    ModelExpiry(ModelTube tube, Duration expire) {
        this.tube = tube;
        this.stored = expire.isZero() ? null : expire.toMillis();
    }

    void configure(Duration expire) {
        if (!expire.isZero()) {
            stored = expire.toMillis();
        } else if (stored != null) {
            stored = stored == 0 || !all().isEmpty() ? Long.valueOf(0) : null;
        }
    }

    /** A job that may expire was produced. */
    void begin() {
        if (stored == null) {
            stored = 0L;
        }
    }

    /** Those that may, the first first. */
    List<ModelJob> all() {
        return tube.sorted(ModelJob::mayExpire, FIRST);
    }

    static boolean isOverdue(ModelJob job, long now) {
        return job.mayExpire() && job.expires() <= now;
    }

    /** Drops or buries one that is overdue. */
    void end(ModelJob job, long now) {
        if (tube.settings.expireTo() == ExpireTo.BURY) {
            tube.happened(now);
            job.begin();
            tube.fail(job, now, OVERDUE);
            tube.count(TubeCounter.BURIED);
        } else {
            tube.window.ended(job, now);
            tube.remove(job);
            tube.count(TubeCounter.EXPIRED_UNSTARTED);
        }
    }

    /** Those of a run that is produced. */
    void endOf(Collection<JobId> ids, long now) {
        for (JobId id : ids) {
            ModelJob job = tube.jobs.get(id);
            if (job != null && isOverdue(job, now)) {
                end(job, now);
            }
        }
    }

    /** What a look for expired leases does with the jobs that there is room for. Returns when to look again. */
    OptionalLong keep(int room, long now) {
        if (stored == null) {
            return OptionalLong.empty();
        }
        List<ModelJob> over =
                all().stream().filter(job -> isOverdue(job, now)).limit(room).toList();
        over.forEach(job -> end(job, now));
        if (over.size() == room) {
            return OptionalLong.of(now);
        }
        List<ModelJob> left = all();
        if (left.isEmpty() && stored == 0) {
            stored = null;
        }
        return left.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(left.get(0).expires(), now + LOOK_AFTER));
    }
}
