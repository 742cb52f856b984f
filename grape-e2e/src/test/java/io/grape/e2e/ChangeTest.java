package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.grape.e2e.Seeded.choose;
import static io.grape.e2e.Seeded.inDialog;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A job is changed in place on its page. */
@Tag("slow")
class ChangeTest {
    private static final String JOB = "/tubes/mails/jobs/edited";

    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @RegisterExtension
    static final Seeded SEEDED = new Seeded();

    private static String stored() {
        return SEEDED.console().call("GET", "/v1" + JOB, "").body();
    }

    @Test
    void whatIsEditedIsChangedAndTheRestStays() {
        SEEDED.console()
                .call("PUT", "/v1" + JOB + "?delayMs=3600000&priority=5&labels=eu", "hello")
                .is(201);
        Page page = SEEDED.at(BROWSERS, JOB);
        choose(page, "Change");
        page.getByLabel("Labels").fill("us, trial");
        page.getByLabel("Maximum attempts").fill("3");
        inDialog(page, "Change").click();
        assertThat(page.getByText("edited was changed.")).isVisible();
        assertThat(stored())
                .contains("\"labels\":[\"us\",\"trial\"]", "\"maxAttempts\":3", "\"priority\":5", "\"aGVsbG8=\"");
        SEEDED.console().call("DELETE", "/v1" + JOB, "").is(204);
    }

    @Test
    void whatSomebodyElseChangedMeanwhileIsNotOverwritten() {
        SEEDED.console().call("PUT", "/v1" + JOB + "?delayMs=3600000", "hello").is(201);
        Page page = SEEDED.at(BROWSERS, JOB);
        choose(page, "Change");
        page.getByLabel("Labels").fill("mine");
        SEEDED.console().call("PATCH", "/v1" + JOB, "{\"labels\":[\"theirs\"]}").is(200);
        inDialog(page, "Change").click();
        assertThat(page.getByText("job edited was changed since: read it again"))
                .isVisible();
        assertThat(stored()).contains("\"labels\":[\"theirs\"]");
        SEEDED.console().call("DELETE", "/v1" + JOB, "").is(204);
    }
}
