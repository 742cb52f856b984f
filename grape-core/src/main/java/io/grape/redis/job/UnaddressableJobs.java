package io.grape.redis.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.JobId;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.TubeScripts;
import io.grape.redis.script.UnreadableJobLog;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fails delivered jobs whose id no caller can name. Nobody could acknowledge them, so they would come back after each
 * lease.
 */
final class UnaddressableJobs {
    private static final Logger LOG = LoggerFactory.getLogger(UnaddressableJobs.class);
    private static final String WHY = "its id is not " + JobId.EXPECTED;

    private UnaddressableJobs() {}

    /** Fails the jobs at these positions in a consume reply. If that fails, they come back. */
    static void bury(TubeScripts scripts, TubeName tube, Reply reply, List<Integer> places) {
        Args args = scripts.args(tube);
        for (int at : places) {
            args.add(reply.bytes(at))
                    .add(new Lease(ExecutionRecord.read(reply.bytes(at + 1)).lease()))
                    .add(WHY)
                    .none();
        }
        UnreadableJobLog.tell(tube, places.size(), new String(reply.bytes(places.get(0)), UTF_8), WHY);
        scripts.runOrFail(AckVerbs.BURY, tube, args).whenComplete((buried, failure) -> {
            if (failure != null) {
                LOG.debug("what has no id was not put among the failed ones tube={}", tube, failure);
            }
        });
    }
}
