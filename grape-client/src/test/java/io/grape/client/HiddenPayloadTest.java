package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What a broker says of a job to a token without the right {@code jobs.payload}. */
class HiddenPayloadTest {
    @Test
    void aPayloadThatIsHiddenIsNotTakenForAnEmptyOne() throws IOException {
        String job = """
                {"id":"a","tube":"t","state":"ready","priority":1024,"attempt":0,"maxAttempts":20,"delayMs":0,"ttrMs":60000,
                 "createdAt":"2027-01-31T09:30:00.000Z","dueAt":"2027-01-31T09:30:00.000Z","lease":null,"leaseUntil":null,
                 "contentType":"application/json"%s}
                """;
        String jobs =
                "{\"jobs\":[" + job.formatted(",\"payloadHidden\":true") + "," + job.formatted("") + "],\"next\":null}";
        assertThat(JobReader.jobs(jobs.getBytes(UTF_8)).jobs())
                .extracting(WireJob::payloadHidden)
                .containsExactly(true, false);
    }
}
