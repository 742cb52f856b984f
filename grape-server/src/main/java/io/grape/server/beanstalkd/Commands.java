package io.grape.server.beanstalkd;

import io.grape.core.JobState;
import io.grape.core.TubeName;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the commands of one connection, and runs them. Lives on one event loop. */
final class Commands {
    private static final long MAX_TIMEOUT_SECONDS = Integer.MAX_VALUE;

    private final Session session;
    private final PutCommand puts;
    private final JobCommands jobs;
    private final TubeCommands tubes;
    private final BrokerStats stats;

    /** How a reserve is made, and waits. */
    interface Reserving {
        /** Makes one; with no timeout it waits for ever. */
        CompletionStage<Reply> reserve(@Nullable Duration timeout);
    }

    Commands(Session session, PutCommand puts, BrokerStats stats) {
        this.session = session;
        this.puts = puts;
        this.jobs = new JobCommands(session);
        this.tubes = new TubeCommands(session);
        this.stats = stats;
    }

    /** Runs a put. */
    CompletionStage<Reply> put(Incoming.Put put) {
        session.produces();
        return allowed(CommandName.PUT, () -> {
            session.caller().checkTube(session.used().value());
            return puts.run(put);
        });
    }

    /** Counts what is refused before it is run. */
    CompletionStage<Reply> refused(Incoming.Refused refused) {
        if (refused.isPut()) {
            session.usage().count(CommandName.PUT);
        }
        if (refused.isOfProducer()) {
            session.produces();
        }
        return done(refused.reply());
    }

    /** Runs any other command. */
    CompletionStage<Reply> run(CommandName name, String line, Reserving reserving) {
        ArgumentReader arguments = new ArgumentReader(line, name);
        return switch (name) {
            case DELETE -> ofJob(name, arguments, jobs::delete);
            case TOUCH -> ofJob(name, arguments, jobs::touch);
            case RESERVE_JOB -> ofJob(name, arguments, jobs::reserveJob);
            case PEEK -> ofJob(name, arguments, jobs::peek);
            case KICK_JOB -> ofJob(name, arguments, jobs::kick);
            case STATS_JOB -> ofJob(name, arguments, jobs::stats);
            case RELEASE -> {
                long number = arguments.u64();
                long priority = arguments.u32();
                Duration delay = Duration.ofSeconds(arguments.u32());
                yield counted(name, arguments, () -> jobs.release(number, priority, delay));
            }
            case BURY -> {
                long number = arguments.u64();
                long priority = arguments.u32();
                yield counted(name, arguments, () -> jobs.bury(number, priority));
            }
            case RESERVE -> counted(name, arguments, () -> reserve(reserving, null));
            case RESERVE_WITH_TIMEOUT -> {
                long seconds = arguments.u32();
                if (seconds > MAX_TIMEOUT_SECONDS) {
                    throw new BadFormatException();
                }
                yield counted(name, arguments, () -> reserve(reserving, Duration.ofSeconds(seconds)));
            }
            case KICK -> {
                long bound = arguments.u32();
                yield counted(name, arguments, () -> tubes.kick(bound));
            }
            case PAUSE_TUBE -> {
                String tube = arguments.word();
                long seconds = arguments.u32();
                yield counted(name, arguments, () -> tubes.pause(ArgumentReader.tube(tube), seconds));
            }
            case USE -> atOnce(name, tubes::use, arguments);
            case WATCH -> atOnce(name, tubes::watch, arguments);
            case IGNORE -> atOnce(name, tubes::ignore, arguments);
            case STATS_TUBE -> {
                TubeName tube = arguments.tube();
                yield allowed(name, () -> tubes.stats(tube));
            }
            case PEEK_READY -> counted(name, arguments, () -> jobs.peekFirst(JobState.READY));
            case PEEK_DELAYED -> counted(name, arguments, () -> jobs.peekFirst(JobState.DELAYED));
            case PEEK_BURIED -> counted(name, arguments, () -> jobs.peekFirst(JobState.FAILED));
            case STATS -> counted(name, arguments, stats::reply);
            case LIST_TUBES -> counted(name, arguments, tubes::all);
            case LIST_TUBE_USED -> counted(name, arguments, () -> done(tubes.used()));
            case LIST_TUBES_WATCHED -> counted(name, arguments, () -> done(tubes.watched()));
            case PUT, QUIT -> throw new IllegalStateException(name + " is no command of a line alone");
        };
    }

    private CompletionStage<Reply> reserve(Reserving reserving, @Nullable Duration timeout) {
        session.works();
        return reserving.reserve(timeout);
    }

    private interface OfJob {
        CompletionStage<Reply> run(long number);
    }

    private CompletionStage<Reply> ofJob(CommandName name, ArgumentReader arguments, OfJob command) {
        long number = arguments.u64();
        return counted(name, arguments, () -> command.run(number));
    }

    private interface OfTube {
        Reply run(TubeName tube);
    }

    private CompletionStage<Reply> atOnce(CommandName name, OfTube command, ArgumentReader arguments) {
        TubeName tube = arguments.tube();
        return allowed(name, () -> done(command.run(tube)));
    }

    private static CompletionStage<Reply> done(Reply reply) {
        return CompletableFuture.completedStage(reply);
    }

    /** A command whose last argument was read. */
    private CompletionStage<Reply> counted(
            CommandName name, ArgumentReader arguments, Supplier<CompletionStage<Reply>> command) {
        arguments.end();
        return allowed(name, command);
    }

    private CompletionStage<Reply> allowed(CommandName name, Supplier<CompletionStage<Reply>> command) {
        session.usage().count(name);
        name.check(session.caller());
        return command.get();
    }
}
