package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.grape.e2e.Seeded.button;
import static io.grape.e2e.Seeded.choose;
import static io.grape.e2e.Seeded.inDialog;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is done with the schedules of a tube in the console. */
@Tag("slow")
class SchedulesTest {
    private static final String TUBE = "/v1/tubes/reports";
    private static final String NIGHTLY =
            "{\"cron\":\"30 2 * * *\",\"timeZone\":\"Europe/Berlin\",\"payload\":{\"big\":12345678901234567890},\"labels\":[\"eu\"],"
                    + "\"headers\":{\"trace\":\"7\"}}";

    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @RegisterExtension
    static final Seeded SEEDED = new Seeded();

    private static Console.Answer call(String method, String path, String body) {
        return SEEDED.console().call(method, TUBE + path, body);
    }

    private static String stored(String name) {
        return call("GET", "/schedules/" + name, "").body();
    }

    @BeforeEach
    void make() {
        call("PUT", "", "{}").is(201);
    }

    @AfterEach
    void leave() {
        call("DELETE", "?confirm=reports", "").is(204);
    }

    private static Locator row(Page page, String schedule) {
        return page.locator("[data-key='" + schedule + "']");
    }

    private static void more(Page page, String item) {
        row(page, "nightly")
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("More"))
                .click();
        page.getByRole(AriaRole.MENUITEM).getByText(item).click();
    }

    @Test
    void aScheduleIsTriedAndPut() {
        Page page = SEEDED.at(BROWSERS, "/tubes/reports");
        choose(page, "Schedules");
        assertThat(page.getByText("No schedules here")).isVisible();
        button(page, "Put a schedule").click();
        page.locator("input[name=name]").fill("nightly");
        page.locator("input[name=cron]").fill("30 2 * * *");
        page.locator("input[name=timeZone]").fill("Mars/Base");
        inDialog(page, "Preview").click();
        assertThat(page.getByRole(AriaRole.DIALOG).getByText("timeZone")).isVisible();
        page.locator("input[name=timeZone]").fill("Europe/Berlin");
        inDialog(page, "Preview").click();
        assertThat(page.getByTestId("occurrences").locator("tbody tr")).hasCount(5);
        inDialog(page, "Put a schedule").click();
        assertThat(row(page, "nightly").getByText("Europe/Berlin")).isVisible();
        assertThat(stored("nightly"))
                .contains("\"cron\":\"30 2 * * *\"", "\"gap\":\"next\"", "\"payload\":{\"hello\": \"world\"}");
    }

    @Test
    void aChangeLeavesTheRestAsItIs() {
        call("PUT", "/schedules/nightly", NIGHTLY).is(201);
        Page page = SEEDED.at(BROWSERS, "/tubes/reports/schedules");
        more(page, "Change…");
        page.locator("input[name=cron]").fill("30 3 * * *");
        page.locator("select[name=gap]").selectOption("skip");
        inDialog(page, "Save").click();
        assertThat(row(page, "nightly").getByText("30 3 * * *")).isVisible();
        assertThat(stored("nightly"))
                .contains(
                        "\"gap\":\"skip\"",
                        "\"payload\":{\"big\":12345678901234567890}",
                        "\"labels\":[\"eu\"]",
                        "\"trace\":\"7\"");
    }

    @Test
    void aScheduleIsPausedResumedAndDeleted() {
        call("PUT", "/schedules/nightly", NIGHTLY).is(201);
        Page page = SEEDED.at(BROWSERS, "/tubes/reports/schedules");
        more(page, "Pause");
        assertThat(row(page, "nightly").getByText("Paused")).isVisible();
        assertThat(stored("nightly")).contains("\"state\":\"paused\"");
        more(page, "Resume");
        assertThat(row(page, "nightly").getByText("Paused")).hasCount(0);
        assertThat(stored("nightly")).contains("\"state\":\"active\"");
        more(page, "Delete…");
        inDialog(page, "Delete").click();
        assertThat(page.getByText("No schedules here")).isVisible();
    }

    @Test
    void aPageOfASchedulesOwnShowsItsNextOccurrencesAndRunsItNow() {
        call("PUT", "/schedules/nightly", NIGHTLY).is(201);
        Page page = SEEDED.at(BROWSERS, "/tubes/reports/schedules");
        row(page, "nightly").getByText("nightly").click();
        assertThat(page.getByTestId("occurrences").locator("tbody tr")).hasCount(5);
        assertThat(page.getByText("{\"big\":12345678901234567890}")).isVisible();
        button(page, "Run now").click();
        assertThat(page.getByText("A job of nightly is due now.")).isVisible();
        assertThat(call("GET", "/jobs?state=ready", "").body()).contains("\"nightly~run~");
    }
}
