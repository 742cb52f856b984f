package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the page of a job says of it. */
@Tag("slow")
class JobPageTest {
    private static final String JOB = "/tubes/mails/jobs/digest";

    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @RegisterExtension
    static final Seeded SEEDED = new Seeded();

    @Test
    void aJobThatAnotherFollowsSaysSo() {
        SEEDED.console()
                .call("PUT", "/v1" + JOB + "?expiresAfterMs=3600000", "first")
                .is(201);
        Page page = SEEDED.at(BROWSERS, JOB);
        assertThat(page.getByText("Expires", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
        assertThat(page.getByText("another job of this id")).hasCount(0);
        SEEDED.console().call("POST", "/v1" + JOB + "/consume", "").is(200);
        SEEDED.console()
                .call("PUT", "/v1" + JOB + "?onDuplicate=debounce", "second")
                .is(200);
        page.reload();
        assertThat(page.getByText("another job of this id")).isVisible();
        SEEDED.console().call("DELETE", "/v1" + JOB + "?force=true", "").is(204);
    }
}
