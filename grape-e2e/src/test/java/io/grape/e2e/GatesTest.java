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

/** What is done with the gates of a tube in the console. */
@Tag("slow")
class GatesTest {
    private static final String TUBE = "/v1/tubes/thumbs";
    private static final String HOLD_EU = "{\"match\":{\"label\":\"eu\"},\"mode\":\"hold\",\"reason\":\"no disk\"}";

    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @RegisterExtension
    static final Seeded SEEDED = new Seeded();

    private static Console.Answer call(String method, String path, String body) {
        return SEEDED.console().call(method, TUBE + path, body);
    }

    private static String stored() {
        return call("GET", "/gates", "").body();
    }

    @BeforeEach
    void fill() {
        call("PUT", "", "{\"keys\":{}}").is(201);
        String job = "{\"id\":\"%s\",\"payload\":1,\"labels\":[\"eu\"],\"key\":\"acme\"}";
        call("POST", "/jobs", "[" + String.format(job, "a") + "," + String.format(job, "b") + "]")
                .is(200);
    }

    @AfterEach
    void leave() {
        call("DELETE", "?confirm=thumbs", "").is(204);
    }

    private static Locator row(Page page, String gate) {
        return page.locator("[data-key='" + gate + "']");
    }

    private static Locator in(Locator place, String button) {
        return place.getByRole(
                AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(button).setExact(true));
    }

    @Test
    void aGateIsTriedPutUpChangedAndLifted() {
        Page page = SEEDED.at(BROWSERS, "/tubes/thumbs");
        choose(page, "Gates");
        assertThat(page.getByText("No gates here")).isVisible();
        button(page, "Put up a gate").click();
        page.locator("input[name=name]").fill("outage");
        page.locator("input[name=value]").fill("eu");
        page.locator("input[name=reason]").fill("no disk");
        inDialog(page, "Dry run").click();
        assertThat(page.getByText("2 jobs match.")).isVisible();
        assertThat(stored()).contains("\"gates\":[]");
        inDialog(page, "Put up a gate").click();
        assertThat(row(page, "outage").getByText("no disk")).isVisible();
        assertThat(stored()).contains("\"match\":{\"label\":\"eu\"}", "\"mode\":\"hold\"", "\"until\":null", "no disk");
        in(row(page, "outage"), "More").click();
        page.getByRole(AriaRole.MENUITEM).getByText("Change…").click();
        page.locator("select[name=mode]").selectOption("refuse");
        page.locator("input[name=minutes]").fill("90");
        inDialog(page, "Save").click();
        assertThat(row(page, "outage").getByText("Refuse")).isVisible();
        assertThat(stored()).contains("\"mode\":\"refuse\"", "\"until\":\"20");
        in(row(page, "outage"), "Lift").click();
        assertThat(page.getByText("No gates here")).isVisible();
        assertThat(stored()).contains("\"gates\":[]");
    }

    @Test
    void aKeyIsHeldFromThePageOfKeys() {
        Page page = SEEDED.at(BROWSERS, "/tubes/thumbs/keys");
        in(row(page, "acme"), "More").click();
        page.getByRole(AriaRole.MENUITEM).getByText("Hold with a gate…").click();
        inDialog(page, "Put up a gate").click();
        assertThat(page.getByText("The gate acme is up.")).isVisible();
        assertThat(stored())
                .contains("\"name\":\"acme\"", "\"match\":{\"key\":\"acme\"}", "\"mode\":\"hold\"", "\"held\":2");
    }

    @Test
    void theTubeSaysWhatIsHeldAndLetsItGo() {
        call("PUT", "/gates/outage", HOLD_EU).is(201);
        call("POST", "/consume", "").is(200);
        Page page = SEEDED.at(BROWSERS, "/tubes/thumbs");
        Locator note = page.getByTestId("gates");
        assertThat(note).containsText("Gate outage holds jobs with label eu");
        assertThat(note).containsText("2 held");
        assertThat(note).containsText("no disk");
        assertThat(page.locator(".tab[aria-current]")).containsText("Gated");
        assertThat(page.getByTestId("jobs").getByText("b", new Locator.GetByTextOptions().setExact(true)))
                .isVisible();
        in(note, "Lift").click();
        assertThat(note).hasCount(0);
        assertThat(page.locator(".tab", new Page.LocatorOptions().setHasText("Ready")))
                .containsText("2");
    }

    @Test
    void theTubeSaysWhichKeysArePaused() {
        call("PUT", "/keys/acme", "{\"paused\":true}").is(201);
        Page page = SEEDED.at(BROWSERS, "/tubes/thumbs");
        Locator note = page.getByTestId("paused-keys");
        assertThat(note).containsText("1 key with waiting jobs is paused");
        assertThat(note).containsText("acme");
        assertThat(note).containsText("2 waiting jobs");
    }

    @Test
    void aPauseIsAGateAndEndsThere() {
        call("POST", "/pause?reason=fire", "").is(200);
        Page page = SEEDED.at(BROWSERS, "/tubes/thumbs/gates");
        assertThat(row(page, "pause").getByText("fire")).isVisible();
        in(row(page, "pause"), "Resume").click();
        assertThat(page.getByText("No gates here")).isVisible();
    }

    @Test
    void aJobTellsOfItsGate() {
        call("PUT", "/gates/outage", HOLD_EU).is(201);
        call("POST", "/consume", "").is(200);
        Page page = SEEDED.at(BROWSERS, "/tubes/thumbs/jobs/a");
        assertThat(page.getByTestId("why")).containsText("Gate outage holds it.");
        assertThat(page.getByTestId("timeline")).containsText("Held by a gate");
        call("DELETE", "/gates/outage", "").is(204);
        assertThat(page.getByTestId("timeline")).containsText("Let go by the gate");
    }
}
