package io.grape.server.http.openapi;

import static io.grape.server.http.openapi.CallDoc.ANY;
import static io.grape.server.http.openapi.CallDoc.BYTES;
import static io.grape.server.http.openapi.CallDoc.call;
import static io.grape.server.http.openapi.Shape.many;
import static io.grape.server.http.openapi.Shape.one;

import java.util.List;

/** What is told of the calls of the console, of those who run brokers, and of Grape 1.3. */
final class SystemDocs {
    private static final String COOKIE = "grape_session, under TLS __Host-grape_session";
    private static final Shape TEXT = one(String.class);
    private static final Shape YES_OR_NO = one(boolean.class);

    private SystemDocs() {}

    static List<CallDoc> console() {
        return List.of(
                call("GET /v1/overview", "overview", "The current state")
                        .gives(
                                200,
                                "Of the tubes that were counted: at most 200 a second are.",
                                one(OverviewRecords.Overview.class)),
                call("GET /v1/stream", "stream", "What is going on, as server-sent events")
                        .about("An event has the name of its topic, and as data the body of the GET that it stands for."
                                + " With the Last-Event-ID of an earlier response only what has changed is sent.")
                        .gives(200, "Events, until the client or the broker goes.", TEXT, "text/event-stream"),
                call("GET /v1/samples", "samples", "What happened when, in all tubes or in one")
                        .where("tube", "tubeName")
                        .gives(
                                200,
                                "The points that there are; what nobody saw is missing.",
                                one(OverviewRecords.Samples.class)),
                call("GET /v1/due-times", "dueTimes", "What is due when, in all tubes or in one")
                        .where("tube", "tubeName")
                        .gives(200, "Counts of jobs by their due times.", one(OverviewRecords.Schedule.class))
                        .fails(404),
                call("GET /v1/find", "find", "Finds the tubes that have a job of an id")
                        .where("id", "jobId")
                        .gives(200, "The tubes that have such a job.", one(OverviewRecords.Found.class)),
                call("GET /v1/brokers", "brokers", "The brokers")
                        .gives(
                                200,
                                "Those that are alive, and those that died in the last ten minutes and were not started"
                                        + " again at their host and port.",
                                one(SystemRecords.Brokers.class)),
                call("GET /v1/redis", "redis", "What Redis says of itself")
                        .gives(200, "The nodes, and what the doctor finds.", one(SystemRecords.Redis.class)));
    }

    static List<CallDoc> operations() {
        return List.of(
                call("GET /metrics", "metrics", "All metrics")
                        .gives(200, "Prometheus text, version 0.0.4.", TEXT, "text/plain"),
                call("GET /health/live", "live", "The process lives")
                        .gives(200, "It does.", one(SystemRecords.Live.class))
                        .needsNoRedis(),
                call("GET /health/ready", "ready", "A balancer may send calls here; runs a real script")
                        .gives(200, "It may.", one(SystemRecords.Ready.class))
                        .gives(503, "It must not; the reasons say why.", one(SystemRecords.Ready.class)),
                call("GET /openapi.json", "openapi", "This document")
                        .gives(200, "OpenAPI 3.1.", Shape.ANY_OBJECT)
                        .needsNoRedis(),
                call("GET /version", "version", "What runs here")
                        .gives(200, "Name and version.", one(SystemRecords.Version.class))
                        .needsNoRedis());
    }

    static List<CallDoc> access() {
        Shape session = one(SystemRecords.Session.class);
        Shape user = one(SystemRecords.User.class);
        return List.of(
                session("GET", "", "session", "Who the caller is, and what the caller may do; anybody may ask")
                        .gives(200, "The caller.", session),
                session("POST", "", "login", "Opens a session")
                        .takes(one(SystemRecords.Login.class))
                        .gives(200, "The caller from now on.", session)
                        .header(200, "Set-Cookie", COOKIE)
                        .fails(409),
                session("DELETE", "", "logout", "Ends the session")
                        .gives(204, "Ended.")
                        .header(204, "Set-Cookie", COOKIE),
                session(
                                "PUT",
                                "/password",
                                "changePassword",
                                "Changes the password of the session's user; all other sessions of the user end")
                        .takes(one(SystemRecords.PasswordChange.class))
                        .gives(204, "Changed; the session goes on in a new cookie.")
                        .header(204, "Set-Cookie", COOKIE)
                        .fails(409),
                call("GET /v1/users", "listUsers", "Lists all users by name")
                        .gives(200, "The users.", one(SystemRecords.Users.class)),
                call("PUT /v1/users/{name}", "putUser", "Makes a user, or changes one")
                        .where("name", "user")
                        .takes(one(SystemRecords.UserChange.class))
                        .gives(200, "The user, changed.", user)
                        .gives(201, "The user, made.", user)
                        .fails(409),
                call("DELETE /v1/users/{name}", "removeUser", "Removes a user, and ends the user's sessions")
                        .where("name", "user")
                        .gives(204, "Removed.")
                        .fails(404, 409),
                call("GET /v1/tokens", "listTokens", "Lists all API tokens, the oldest first; never their secrets")
                        .gives(200, "The tokens.", one(SystemRecords.Tokens.class)),
                call("POST /v1/tokens", "makeToken", "Makes an API token, which is shown this once")
                        .takes(one(SystemRecords.TokenSpec.class))
                        .gives(201, "The token.", one(SystemRecords.MadeToken.class)),
                call(
                                "DELETE /v1/tokens/{id}",
                                "revokeToken",
                                "Revokes an API token, within two seconds at every broker")
                        .where("id", "tokenId")
                        .gives(204, "Revoked.")
                        .fails(404),
                call("GET /v1/quotas", "listQuotas", "Lists all quotas by name")
                        .gives(200, "The quotas.", one(QuotaRecords.Quotas.class)),
                call("GET /v1/quotas/{name}", "getQuota", "A quota, and how much of it is in use")
                        .where("name", "quota")
                        .gives(200, "The quota.", one(QuotaRecords.Quota.class))
                        .fails(404),
                call(
                                "PUT /v1/quotas/{name}",
                                "putQuota",
                                "Makes or replaces a quota, within two seconds at every broker")
                        .where("name", "quota")
                        .takes(one(QuotaRecords.QuotaSpec.class))
                        .gives(200, "The quota, replaced.", one(QuotaRecords.SetQuota.class))
                        .gives(201, "The quota, made.", one(QuotaRecords.SetQuota.class))
                        .fails(409),
                call("DELETE /v1/quotas/{name}", "removeQuota", "Removes a quota, within two seconds at every broker")
                        .where("name", "quota")
                        .gives(204, "Removed.")
                        .fails(404),
                call("GET /v1/audit", "listAudit", "Lists who did what, the newest first")
                        .where("tube", "ofTube")
                        .gives(
                                200,
                                "A page. With a next it may have fewer entries than asked for, or none, where many others"
                                        + " lie between.",
                                one(SystemRecords.AuditPage.class)));
    }

    /** Anybody may call; what a browser sends with a session may be refused all the same. */
    private static CallDoc session(String method, String path, String id, String summary) {
        return call(method + " /v1/session" + path, id, summary).fails(401, 403);
    }

    static List<CallDoc> grape13() {
        return List.of(
                old("POST", "job/produce", "produce13", "Produces a job; false = the id is live")
                        .mayTake("The payload.", one(Scalars.Binary.class), BYTES, ANY),
                old("GET", "job/consume", "consume13", "Takes ready jobs")
                        .where("max", "max13")
                        .gives(200, "The jobs.", many(SystemRecords.Job13.class)),
                old("DELETE", "job/finish", "finish13", "Finishes a job, whoever holds it"),
                old("PUT", "job/release", "release13", "Releases a job, whoever holds it"),
                old("PUT", "job/bury", "bury13", "Buries a job, whoever holds it"),
                old("PUT", "job/failure", "failure13", "The same as bury"),
                old("GET", "job/peek", "peek13", "Looks at failed jobs")
                        .where("max", "max13")
                        .gives(200, "The jobs.", many(SystemRecords.Job13.class)),
                old("PUT", "job/kick", "kick13", "Makes a failed job ready"),
                old("DELETE", "job/discard", "discard13", "Deletes a failed job"),
                old("DELETE", "job/delete", "delete13", "Deletes a job that nobody holds"),
                old("POST", "tube/create", "createTube13", "Makes a tube without a limit of attempts"),
                old("POST", "tube/delete", "deleteTube13", "Removes a tube with all its jobs"),
                old("GET", "tube/list", "listTubes13", "The names of all tubes")
                        .gives(200, "The names.", many(String.class)),
                old("GET", "tube/stats", "stats13", "All tubes")
                        .gives(200, "The tubes.", many(SystemRecords.Stats13.class)),
                old("GET", "tube/stats/{tube}", "tubeStats13", "One tube")
                        .where("tube", "tubePath13")
                        .gives(200, "The tube.", one(SystemRecords.Stats13.class)));
    }

    private static CallDoc old(String method, String path, String id, String summary) {
        return call(method + " /api/" + path, id, summary)
                .where("tube", "tube13")
                .where("token", "token13")
                .gives(200, "Whether it was done.", YES_OR_NO);
    }
}
