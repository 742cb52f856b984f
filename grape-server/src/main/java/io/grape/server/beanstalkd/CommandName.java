package io.grape.server.beanstalkd;

import io.grape.core.overload.WorkClass;
import io.grape.server.access.Principal;
import io.grape.server.access.Right;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The commands of the protocol, in the order in which a line is compared with them: a name that another one begins with stands behind
 * it. Those whose arguments follow a space are unknown without it, the others have a bad format.
 */
enum CommandName {
    PUT("put ", Right.JOBS_PRODUCE),
    DELETE("delete ", Right.JOBS_CONSUME, Right.JOBS_DELETE),
    RESERVE_WITH_TIMEOUT("reserve-with-timeout ", Right.JOBS_CONSUME),
    RESERVE_JOB("reserve-job ", Right.JOBS_CONSUME),
    RESERVE("reserve", Right.JOBS_CONSUME),
    RELEASE("release ", Right.JOBS_CONSUME),
    BURY("bury ", Right.JOBS_CONSUME),
    TOUCH("touch ", Right.JOBS_CONSUME),
    USE("use ", Right.PUBLIC),
    WATCH("watch ", Right.PUBLIC),
    IGNORE("ignore ", Right.PUBLIC),
    PEEK("peek ", Right.JOBS_PAYLOAD),
    PEEK_READY("peek-ready", Right.JOBS_PAYLOAD),
    PEEK_DELAYED("peek-delayed", Right.JOBS_PAYLOAD),
    PEEK_BURIED("peek-buried", Right.JOBS_PAYLOAD),
    KICK("kick ", Right.JOBS_KICK),
    KICK_JOB("kick-job ", Right.JOBS_KICK),
    STATS_JOB("stats-job ", Right.JOBS_READ),
    STATS_TUBE("stats-tube ", Right.TUBES_READ),
    STATS("stats", Right.SYSTEM_READ),
    LIST_TUBES_WATCHED("list-tubes-watched", Right.PUBLIC),
    LIST_TUBE_USED("list-tube-used", Right.PUBLIC),
    LIST_TUBES("list-tubes", Right.TUBES_READ),
    PAUSE_TUBE("pause-tube", Right.TUBES_PAUSE),
    QUIT("quit", Right.PUBLIC);

    private static final CommandName[] ALL = values();

    private final String prefix;

    @SuppressWarnings("ImmutableEnumChecker") // A list that cannot be changed.
    private final List<Right> rights;

    /** Any of the rights will do. */
    CommandName(String prefix, Right... rights) {
        this.prefix = prefix;
        this.rights = List.of(rights);
    }

    /** The command that a line begins with. */
    static Optional<CommandName> of(String line) {
        for (CommandName name : ALL) {
            if (line.startsWith(name.prefix)) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    /** What stands before its arguments. */
    String prefix() {
        return prefix;
    }

    /** Fails with FORBIDDEN where a caller may not do it. */
    void check(Principal caller) {
        if (rights.stream().noneMatch(caller::may)) {
            caller.check(rights.get(0));
        }
    }

    /** As the protocol and the metrics call it. */
    String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its class under overload; null = it is never shed. */
    @Nullable
    WorkClass work() {
        return switch (this) {
            case DELETE, RELEASE, BURY, TOUCH -> WorkClass.ACKNOWLEDGE;
            case RESERVE, RESERVE_WITH_TIMEOUT, RESERVE_JOB -> WorkClass.CONSUME;
            case PUT -> WorkClass.PRODUCE;
            case PEEK, PEEK_READY, PEEK_DELAYED, PEEK_BURIED, STATS_JOB, STATS_TUBE, STATS, LIST_TUBES ->
                WorkClass.LOOK;
            default -> null;
        };
    }

    /** True for those whose response may be a job with its payload. */
    boolean bringsAJob() {
        return isReserve() || bringsOneJob();
    }

    /** True for those that bring a job without waiting for one. */
    boolean bringsOneJob() {
        return switch (this) {
            case RESERVE_JOB, PEEK, PEEK_READY, PEEK_DELAYED, PEEK_BURIED -> true;
            default -> false;
        };
    }

    private boolean isReserve() {
        return this == RESERVE || this == RESERVE_WITH_TIMEOUT;
    }

    /** True for those that may run beside others of their kind on one connection: each is about another job, and nobody waits. */
    boolean mayRunBeside(CommandName other) {
        return this == other
                && switch (this) {
                    case PUT, DELETE, RELEASE, BURY, TOUCH -> true;
                    default -> false;
                };
    }
}
