package io.grape.server.http.openapi;

import io.grape.server.access.Right;
import io.grape.server.access.Role;
import io.grape.server.access.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What requests and responses about brokers, Redis and access hold, and those of Grape 1.3. */
interface SystemRecords {
    String EXTRA_RIGHTS = "Rights besides those of the role.";
    String EXPIRES = "From then on it is refused; null = never.";

    record Brokers(List<Broker> brokers) {}

    record Broker(
            String id,
            @Says("The one that responds.") boolean self,
            boolean alive,
            @Says("Its last heartbeat.") Instant heartbeatAt,
            String version,

            @Says("Words that say what it reads beyond the first release: any-id = ids of any text.")
            Optional<String> reads,

            String host,
            @Says("-1 = not open") Scalars.Port httpPort,
            @Says("-1 = not open") Scalars.Port consolePort,

            @Says("-1 = not open; absent = a broker without the beanstalkd protocol")
            Optional<Scalars.Port> beanstalkdPort,

            Instant startedAt,
            @Says("Consumers that wait at it.") Scalars.Count parked,
            Scalars.Count connections,

            @Says("How long ago its heartbeat loop last succeeded.")
            Scalars.Count loopAgeMs,

            Scalars.Rate requestsPerSecond,

            @Says("Calls that it shed, by their class; absent = a broker of an earlier release")
            Optional<ShedPerSecond> shedPerSecond,

            @Says("How long a call to Redis took.") Scalars.Rate redisMs,
            Optional<BeanstalkdUse> beanstalkd) {}

    @Says("Calls that were not done, as a broker or Redis was overloaded.")
    record ShedPerSecond(Scalars.Rate consume, Scalars.Rate produce, Scalars.Rate look) {}

    @Says("What clients of the beanstalkd protocol do.")
    record BeanstalkdUse(
            Scalars.Count connections,
            @Says("Jobs that connections have reserved.") Scalars.Count reservations,

            @Says("Connections whose reserve waits.") Scalars.Count waiting,

            Scalars.Rate commandsPerSecond) {}

    @Says("Each node that takes writes. What Redis does not tell is null.")
    record Redis(
            @Says(also = "'enum':['standalone','sentinel','cluster']")
            String mode,

            @Nullable String version,
            List<RedisNode> nodes,
            List<Finding> findings) {}

    record RedisNode(
            String address,
            @Nullable String role,
            Scalars.@Nullable Count usedMemoryBytes,
            Scalars.@Nullable Count maxMemoryBytes,
            @Nullable Double fragmentation,
            @Nullable String evictionPolicy,
            @Nullable Boolean aof,
            @Nullable Boolean aofLastWriteOk,
            @Nullable Instant rdbLastSaveAt,
            Scalars.@Nullable Count opsPerSecond,
            Scalars.@Nullable Count clients,
            Scalars.@Nullable Count replicas,
            Scalars.@Nullable Count replicaLagBytes,
            Scalars.@Nullable Count uptimeMs,
            Scalars.Count keys) {}

    record Finding(
            @Says(also = "'enum':['bad','warn','unseen']") String level, String what, String remedy) {}

    record Live(@Says(also = "'const':true") boolean live) {}

    record Ready(boolean ready, @Says("Why not.") List<String> reasons) {}

    record Version(@Says(also = "'const':'grape'") String name, String version) {}

    record Login(
            String name, @Says(also = "'format':'password'") String password) {}

    record PasswordChange(
            @Says(also = "'format':'password'") String oldPassword, Scalars.Password newPassword) {}

    record Session(
            @Says(value = "Whether the broker requires sign-in.", also = "'enum':['none','required']")
            String auth,

            @Nullable SessionUser user,
            @Says("What the caller may do.") List<Right> rights,

            @Says("What the broker was told to call its environment.") @Nullable
            String environment,

            String version) {}

    record SessionUser(String name, @Nullable Role role, List<Right> rights, Scalars.Prefixes tubes) {}

    record User(
            Scalars.AccountName name,
            Role role,
            @Says(EXTRA_RIGHTS) List<Right> rights,
            Scalars.Prefixes tubes,
            Instant createdAt,
            String createdBy) {}

    @Says("What is absent stays as it is. A new user needs a password, and is a viewer.")
    record UserChange(
            Optional<Role> role,
            @Says(EXTRA_RIGHTS) Optional<List<Right>> rights,
            Optional<Scalars.Prefixes> tubes,
            Optional<Scalars.Password> password) {}

    record Users(List<User> users) {}

    record Token(
            String id,
            Scalars.AccountName name,
            List<Scope> scopes,
            Scalars.Prefixes tubes,
            Instant createdAt,
            String createdBy,
            @Says(EXPIRES) @Nullable Instant expiresAt) {}

    record TokenSpec(
            Scalars.AccountName name,
            @Says(also = "'minItems':1") List<Scope> scopes,
            Optional<Scalars.Prefixes> tubes,

            @Says("A time in the future. Without it the token does not expire.")
            Optional<Instant> expiresAt) {}

    record MadeToken(
            @Flat Token account,
            @Says("The token itself, shown this once.") String token) {}

    record Tokens(List<Token> tokens) {}

    record AuditEntry(
            String id,
            Instant at,
            String actor,
            String action,
            Optional<String> tube,
            Optional<String> target,
            Optional<String> detail,

            @Says("ok, denied, failed:CODE, or begun where nobody knows.")
            String outcome,

            @Says(value = "How often it was refused; absent = once.", also = "'minimum':2")
            Optional<Integer> times,

            @Says("When it was refused first; absent = at that time.")
            Optional<Instant> since,

            String requestId,
            String address) {}

    record AuditPage(
            List<AuditEntry> entries,
            @Says(JobRecords.NEXT) @Nullable String next) {}

    record Job13(
            String id,
            long dtr,
            long ttr,
            @Says("How often it was delivered.") int noe,
            @Says("Base64url without padding.") String data,

            @Says(value = "There, with empty data, for a caller without the right jobs.payload.", also = "'const':true")
            Optional<Boolean> payloadHidden) {}

    record Stats13(
            long dateTime,
            String tubeName,
            long totalJobSize,
            long finishJobSize,
            long delayQueueSize,
            long retainQueueSize,
            long failedQueueSize) {}

    record Refusal13(int code, Optional<String> desc) {}
}
