package io.grape.redis.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.Due;
import io.grape.core.job.JobChange;
import io.grape.core.job.JobSnapshot;
import io.grape.core.job.Payload;
import io.grape.redis.script.Args;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Changes jobs in place. */
final class JobChanger {
    private static final Script CHANGE = Script.ofTube("change");
    private static final String NO_LABELS = "-";

    private final TubeScripts scripts;

    JobChanger(TubeScripts scripts) {
        this.scripts = scripts;
    }

    CompletionStage<JobSnapshot> change(TubeName tube, JobId id, JobChange change) {
        Args args = add(scripts.hintingArgs(tube).add(id.value()), change.checked());
        return scripts.runOrFail(CHANGE, tube, id, args).thenApply(reply -> new JobReader(tube, reply).snapshot(id));
    }

    private static Args add(Args args, JobChange change) {
        Due due = change.due();
        Instant at = due == null ? null : due.at();
        Duration delay = due == null ? null : due.delay();
        return args.addOptional(change.rev())
                .addOptional(at == null ? null : at.toEpochMilli())
                .addOptional(delay == null ? null : delay.toMillis())
                .addOptional(change.priority())
                .addOptional(change.ttr() == null ? null : change.ttr().toMillis())
                .addOptional(change.maxAttempts() == null ? null : Long.valueOf(change.maxAttempts()))
                .add(labels(change.labels()))
                .add(payload(change.payload()));
    }

    private static byte[] labels(@Nullable List<String> labels) {
        return labels != null && labels.isEmpty() ? NO_LABELS.getBytes(ISO_8859_1) : TagFields.labels(labels);
    }

    private static byte[] payload(@Nullable Payload payload) {
        return payload == null
                ? new byte[0]
                : TypedBytes.of(JobHeader.shortName(payload.contentType()), payload.bytes());
    }
}
