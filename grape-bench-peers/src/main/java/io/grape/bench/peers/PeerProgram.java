package io.grape.bench.peers;

import io.grape.bench.queue.QueueClient;
import io.grape.bench.queue.QueueProgram;
import java.util.Arrays;

/** The process of a peer in {@code ./grape bench peers}. */
public final class PeerProgram {
    private PeerProgram() {}

    /** The name of the peer, and then as {@link QueueProgram#run} says. */
    public static void main(String[] args) {
        QueueProgram.run(Arrays.copyOfRange(args, 1, args.length), client(args[0]));
    }

    private static QueueClient.Factory client(String peer) {
        return switch (peer) {
            case "redisson" -> RedissonClient::new;
            case "rabbitmq" -> RabbitMqClient::new;
            case "beanstalkd" -> BeanstalkdClient::new;
            case "db-scheduler" -> DbSchedulerClient::new;
            case "jobrunr" -> JobRunrClient::new;
            case "quartz" -> QuartzClient::new;
            default -> throw new IllegalArgumentException("unknown peer: " + peer);
        };
    }
}
