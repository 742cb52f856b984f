package io.grape.server.http.openapi;

import static io.grape.server.http.openapi.CallDoc.ANY;
import static io.grape.server.http.openapi.CallDoc.BYTES;
import static io.grape.server.http.openapi.CallDoc.call;
import static io.grape.server.http.openapi.Shape.batch;
import static io.grape.server.http.openapi.Shape.either;
import static io.grape.server.http.openapi.Shape.one;

import java.util.List;

/** What is told of the calls of version 1. */
final class V1Docs {
    private static final String TUBE = "/v1/tubes/{tube}";
    private static final String JOBS = TUBE + "/jobs";
    private static final String JOB = JOBS + "/{id}";
    private static final String OPERATIONS = "/v1/operations";
    private static final Shape PAYLOAD = one(Scalars.Binary.class);
    private static final String ETAG = "ETag";
    private static final String REVISION = "The revision of its settings.";
    private static final String JOB_REVISION = "The revision of the job.";
    private static final String PAGE = "A page.";

    private V1Docs() {}

    static List<CallDoc> jobs() {
        return List.of(
                call("PUT " + JOB, "produce", "Produces one job")
                        .about(
                                "HTTP headers that begin with Grape-Header- are headers of the job, without that: see the"
                                        + " schema Headers.")
                        .mayTake(
                                "The payload, kept byte for byte with its Content-Type. JSON is checked. Without a body"
                                        + " the payload is empty.",
                                PAYLOAD,
                                CallDoc.JSON,
                                BYTES,
                                ANY)
                        .gives(200, "The id was live already.", one(ProduceRecords.Produced.class))
                        .gives(201, "Produced.", one(ProduceRecords.Produced.class)),
                call("POST " + JOBS, "produceMany", "Produces one job, or up to 1000")
                        .takes("Or one job, without an array.", batch(ProduceRecords.JobSpec.class))
                        .gives(
                                200,
                                "One job whose id was live already, or the results of an array, in its order.",
                                either(
                                        "ProducedOrResults",
                                        ProduceRecords.Produced.class,
                                        ProduceRecords.ProduceResults.class))
                        .gives(201, "Produced one job.", one(ProduceRecords.Produced.class))
                        .header(201, "Location", "Where the job is."),
                call("GET " + JOBS, "listJobs", "Lists the jobs of one state, page by page")
                        .where("reason", "signature")
                        .gives(200, PAGE, one(JobRecords.JobPage.class))
                        .fails(404),
                call("GET " + JOB, "peek", "Looks at a job")
                        .gives(200, "The job.", one(JobRecords.Job.class))
                        .header(200, ETAG, JOB_REVISION)
                        .fails(404),
                call("PATCH " + JOB, "change", "Changes a job in place")
                        .takes(one(JobRecords.Change.class))
                        .with("ifMatchJob")
                        .gives(200, "The job as it is now.", one(JobRecords.Job.class))
                        .header(200, ETAG, JOB_REVISION)
                        .fails(404, 409),
                call("GET " + JOB + "/payload", "payload", "The payload as it came, with its Content-Type")
                        .gives(
                                200,
                                "The payload. Its headers are HTTP headers that begin with Grape-Header-.",
                                PAYLOAD,
                                ANY)
                        .fails(404),
                call("GET " + JOB + "/explain", "explain", "Says why a job has not run")
                        .gives(200, "The reason, and the facts behind it.", one(ExplanationRecords.Explanation.class))
                        .fails(404, 409),
                call("GET " + JOB + "/history", "history", "Tells what has happened to a job")
                        .gives(200, "The events, the oldest first.", one(HistoryRecords.History.class))
                        .fails(404),
                call("GET " + JOB + "/result", "result", "The result of a finished job that is kept")
                        .where("waitMs", "resultWaitMs")
                        .gives(200, "The result as it came, with its Content-Type; empty if it has none.", PAYLOAD, ANY)
                        .gives(202, "It has not finished.", one(JobRecords.Unfinished.class))
                        .fails(404),
                call("GET " + TUBE + "/failures", "failures", "Groups failed jobs by why they failed")
                        .gives(200, "The groups, the most frequent first.", one(HistoryRecords.Failures.class))
                        .fails(404),
                call("POST " + JOB + "/kick", "kick", "Makes a failed or delayed job ready")
                        .gives(200, "1, or 0 when the job was ready already.", one(JobRecords.Kicked.class))
                        .fails(404),
                call("POST " + JOB + "/cancel", "cancel", "Asks the consumer of a retained job to stop")
                        .where("reason", "cancelReason")
                        .gives(200, "Retained; since when it is cancelled, and why.", one(JobRecords.Touched.class))
                        .fails(404, 409),
                call("DELETE " + JOB, "delete", "Deletes a job")
                        .gives(204, "Gone.")
                        .fails(404));
    }

    static List<CallDoc> consumers() {
        return List.of(
                call("POST " + TUBE + "/consume", "consume", "Takes ready jobs of one tube")
                        .with("workerName")
                        .gives(200, "The jobs; an empty list when there are none.", one(JobRecords.Jobs.class)),
                call("POST /v1/consume", "consumeSeveral", "Takes ready jobs of several tubes, in their order")
                        .with("workerName")
                        .gives(200, "The jobs; an empty list when there are none.", one(JobRecords.Jobs.class)),
                call("POST " + JOB + "/consume", "take", "Takes one job by its id, whatever its turn")
                        .with("workerName")
                        .gives(200, "The job, under its lease.", one(JobRecords.Job.class))
                        .fails(404, 409),
                ack("finish", "finish", "The work is done: the job is gone, or kept with its result")
                        .where("waitMs", "nextWaitMs")
                        .mayTake(
                                "The result, kept byte for byte with its Content-Type where the tube keeps finished jobs."
                                        + " JSON is checked.",
                                PAYLOAD,
                                CallDoc.JSON,
                                BYTES,
                                ANY)
                        .gives(200, "Finished.", one(JobRecords.Finished.class)),
                ack("release", "release", "Gives the job back; this execution counts")
                        .where("priority", "newPriority")
                        .gives(
                                200,
                                "Ready or delayed; failed when its attempts are spent.",
                                one(JobRecords.Returned.class)),
                ack("bury", "bury", "Makes the job a dead letter")
                        .where("priority", "newPriority")
                        .gives(200, "Failed.", one(JobRecords.Returned.class)),
                ack("touch", "touch", "Still at work: the lease lasts for another ttr from now")
                        .gives(200, "Retained.", one(JobRecords.Touched.class)),
                ack(
                                "handback",
                                "handBack",
                                "Gives the job back unworked, with a delay or none; this execution does not count")
                        .gives(
                                200,
                                "Ready, or delayed; failed when it was taken as a failed job.",
                                one(JobRecords.Returned.class)),
                ack("handover", "handOver", "Leaves the job to the next consumer; this execution does not count")
                        .takes(one(JobRecords.CheckpointSpec.class))
                        .gives(200, "Ready.", one(JobRecords.Returned.class)),
                call("POST " + TUBE + "/acks", "acknowledgeMany", "Up to 1000 acknowledgements")
                        .with("workerName")
                        .where("waitMs", "nextWaitMs")
                        .takes(batch(JobRecords.Acknowledgement.class))
                        .gives(200, "The results, in order.", one(JobRecords.AckResults.class))
                        .fails(404),
                call(
                                "GET /v1/workers/{worker}/presence",
                                "presence",
                                "Shows that a worker lives, for as long as it is open")
                        .about(
                                "When its client closes it and opens no other one within the grace time, the leases of the"
                                        + " jobs that were delivered to this worker end.")
                        .gives(
                                200,
                                "A byte each second, until the client or the broker goes.",
                                one(String.class),
                                "text/plain")
                        .header(
                                200,
                                "Grape-Grace-Ms",
                                "How long the worker may be without such a call; 0 = its leases end with their time."),
                call(
                                "POST " + TUBE + "/import",
                                "importJobs",
                                "Takes over up to 1000 jobs of another broker, as they were there")
                        .takes(batch(ProduceRecords.ImportedJob.class))
                        .gives(200, "The results, in order.", one(ProduceRecords.ProduceResults.class))
                        .fails(404));
    }

    private static CallDoc ack(String verb, String id, String summary) {
        return call("POST " + JOB + "/" + verb, id, summary).with("workerName").fails(404);
    }

    static List<CallDoc> tubes() {
        Shape tube = one(TubeRecords.Tube.class);
        return List.of(
                call("GET /v1/tubes", "listTubes", "Lists the tubes by name, page by page")
                        .gives(200, PAGE, one(TubeRecords.TubePage.class)),
                call("GET " + TUBE, "describe", "Looks at a tube")
                        .gives(200, "The tube.", tube)
                        .header(200, ETAG, REVISION)
                        .fails(404),
                call("GET " + TUBE + "/scale", "scale", "Says how many workers a tube needs")
                        .gives(200, "What waits, and the workers that it takes.", one(TubeRecords.Scale.class))
                        .fails(404),
                call("PUT " + TUBE, "configure", "Makes a tube, or changes the settings that are given")
                        .mayTake(
                                "Without a body: a tube with the default settings.",
                                one(TubeRecords.SettingsSpec.class),
                                CallDoc.JSON)
                        .with("ifMatch")
                        .gives(200, "Configured.", tube)
                        .header(200, ETAG, REVISION)
                        .gives(201, "Made.", tube)
                        .header(201, ETAG, REVISION)
                        .fails(404),
                call("DELETE " + TUBE, "deleteTube", "Removes a tube with all its jobs")
                        .gives(204, "Gone for every call.")
                        .fails(404),
                call("POST " + TUBE + "/pause", "pause", "Stops deliveries; everything else goes on")
                        .gives(200, "The tube.", tube)
                        .header(200, ETAG, REVISION)
                        .fails(404),
                call("POST " + TUBE + "/resume", "resume", "Delivers again")
                        .gives(200, "The tube.", tube)
                        .header(200, ETAG, REVISION)
                        .fails(404),
                call("GET " + TUBE + "/keys", "listKeys", "Lists keys that have jobs or an override, page by page")
                        .gives(200, PAGE, one(KeyRecords.KeyPage.class))
                        .fails(404),
                key("GET", "key", "Looks at a key")
                        .gives(200, "The key, with the values in effect.", one(KeyRecords.Key.class)),
                key("PUT", "overrideKey", "Says what a key has instead of the tube's settings; replaces all of it")
                        .takes(one(KeyRecords.KeyOverride.class))
                        .gives(200, "Replaced.", one(KeyRecords.Key.class))
                        .gives(201, "The key had none.", one(KeyRecords.Key.class))
                        .fails(409),
                key("DELETE", "resetKey", "The key has the tube's settings again")
                        .gives(204, "It has no override.")
                        .fails(409),
                call("GET " + TUBE + "/gates", "listGates", "Lists the gates of a tube")
                        .gives(200, "All, by name.", one(GateRecords.Gates.class))
                        .fails(404),
                gate("PUT", "putGate", "Puts up a gate, or replaces it")
                        .takes(one(GateRecords.GateSpec.class))
                        .gives(
                                200,
                                "Replaced; or what would match, with dryRun.",
                                either(
                                        "GateOrPreview",
                                        GateRecords.Gate.class,
                                        OperationRecords.OperationPreview.class))
                        .gives(201, "Put up.", one(GateRecords.Gate.class))
                        .fails(409),
                gate("DELETE", "liftGate", "Lifts a gate").gives(204, "It has no effect any more."),
                call("GET " + TUBE + "/schedules", "listSchedules", "Lists the schedules of a tube")
                        .gives(200, "All, by name.", one(ScheduleRecords.JobSchedules.class))
                        .fails(404),
                schedule("GET", "", "getSchedule", "Looks at a schedule")
                        .gives(200, "The schedule. Its rev is the ETag.", one(ScheduleRecords.JobSchedule.class)),
                schedule("PUT", "", "putSchedule", "Puts a schedule, or replaces it")
                        .takes(one(ScheduleRecords.ScheduleSpec.class))
                        .gives(200, "Replaced, or as it was.", one(ScheduleRecords.JobSchedule.class))
                        .gives(201, "Put.", one(ScheduleRecords.JobSchedule.class))
                        .fails(409),
                schedule("DELETE", "", "deleteSchedule", "Removes a schedule")
                        .gives(204, "It has no occurrences any more.")
                        .fails(409),
                schedule("POST", "/pause", "pauseSchedule", "Pauses a schedule")
                        .gives(200, "The schedule.", one(ScheduleRecords.JobSchedule.class))
                        .fails(409),
                schedule("POST", "/resume", "resumeSchedule", "Resumes a schedule")
                        .gives(200, "The schedule.", one(ScheduleRecords.JobSchedule.class))
                        .fails(409),
                schedule("POST", "/run", "runSchedule", "Makes a job of a schedule that is due now")
                        .gives(201, "Made.", one(ScheduleRecords.ScheduleRun.class))
                        .fails(409),
                schedule("POST", "/backfill", "backfillSchedule", "Makes past occurrences of a schedule")
                        .where("from", "backfillFrom")
                        .where("to", "backfillTo")
                        .gives(200, "How many.", one(ScheduleRecords.BackfillDone.class)),
                call("POST /v1/schedules/preview", "previewSchedule", "Says when a schedule would occur")
                        .takes(one(ScheduleRecords.PreviewSpec.class))
                        .gives(200, "Its next occurrences.", one(ScheduleRecords.SchedulePreview.class)),
                call("POST " + TUBE + "/kick", "kickMany", "Makes failed jobs ready, or delayed ones if none failed")
                        .gives(200, "How many.", one(JobRecords.Kicked.class))
                        .fails(404));
    }

    private static CallDoc schedule(String method, String step, String id, String summary) {
        return call(method + " " + TUBE + "/schedules/{name}" + step, id, summary)
                .where("name", "scheduleOfTube")
                .fails(404);
    }

    private static CallDoc gate(String method, String id, String summary) {
        return call(method + " " + TUBE + "/gates/{name}", id, summary)
                .where("name", "gateOfTube")
                .fails(404);
    }

    private static CallDoc key(String method, String id, String summary) {
        return call(method + " " + TUBE + "/keys/{key}", id, summary)
                .where("key", "keyOfTube")
                .fails(404);
    }

    static List<CallDoc> bulk() {
        Shape operation = one(OperationRecords.Operation.class);
        return List.of(
                call(
                                "POST " + OPERATIONS,
                                "beginOperation",
                                "Begins work on many jobs, or tells what it would be about")
                        .about("A kick also needs the right jobs.kick, a delete jobs.purge.")
                        .takes(one(OperationRecords.OperationSpec.class))
                        .gives(200, "A dry run: what it would be about.", one(OperationRecords.OperationPreview.class))
                        .gives(202, "It has begun, and goes on in the background.", operation)
                        .header(202, "Location", "Where the operation is.")
                        .fails(404, 409),
                call("GET " + OPERATIONS, "listOperations", "Lists operations, the newest first")
                        .gives(200, PAGE, one(OperationRecords.OperationPage.class)),
                operation("GET", "", "operation", "Looks at an operation").gives(200, "The operation.", operation),
                operation("POST", "/pause", "pauseOperation", "Pauses an operation")
                        .gives(200, "The operation.", operation)
                        .fails(409),
                operation("POST", "/resume", "resumeOperation", "Goes on with a paused operation")
                        .gives(200, "The operation.", operation)
                        .fails(409),
                operation("POST", "/cancel", "cancelOperation", "Ends an operation where it is")
                        .gives(200, "The operation.", operation)
                        .fails(409));
    }

    private static CallDoc operation(String method, String verb, String id, String summary) {
        return call(method + " " + OPERATIONS + "/{id}" + verb, id, summary)
                .where("id", "operation")
                .fails(404);
    }
}
