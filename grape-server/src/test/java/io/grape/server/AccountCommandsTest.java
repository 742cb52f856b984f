package io.grape.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.command.Words;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.access.AccountKind;
import io.grape.core.access.AuditRetention;
import io.grape.harness.RunningBroker;
import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.grape.server.access.Role;
import io.grape.server.access.UserChange;
import io.grape.server.app.Main;
import io.grape.server.cli.AccountCommand;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./grape user} and {@code ./grape token} as processes, beside a broker and without one. */
@Tag("slow")
class AccountCommandsTest {
    @TempDir
    Path directory = Path.of("");

    /** What a word said, and how it ended. */
    private record Said(int status, String out, String err) {}

    private Said say(String stdin, String... words) throws IOException, InterruptedException {
        return say(Map.of(), stdin, words);
    }

    private Said say(Map<String, String> environment, String stdin, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djdk.console=java.base",
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(words));
        command.add("--data-dir=" + directory);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            process.getOutputStream().write(stdin.getBytes(UTF_8));
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), UTF_8);
            String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new Said(process.exitValue(), out, err);
        } finally {
            process.destroyForcibly();
        }
    }

    private static int status(RunningBroker broker, String token) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(broker.http() + "/v1/tubes"))
                .header("Authorization", "Bearer " + token)
                .build();
        return HttpClient.newHttpClient()
                .sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .join()
                .statusCode();
    }

    @Test
    void aBrokerThatAsksStartsOnceSomebodyIsKnownAndLearnsWhatTheWordsChange()
            throws IOException, InterruptedException {
        String[] asking = {"--http-port=0", "--auth=required", "--data-dir=" + directory};
        try (RunningBroker refused = RunningBroker.start(asking)) {
            assertThat(refused.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
            assertThat(refused.err())
                    .startsWith("grape: cannot start: auth: ")
                    .contains("./grape user add NAME --role admin", "./grape token add NAME --scope produce,consume");
        }
        assertThat(say("", "user", "list"))
                .isEqualTo(new Said(
                        0,
                        "",
                        "grape: no users: ./grape user add NAME --role admin creates one" + System.lineSeparator()));
        assertThat(say("", "token", "list").err()).startsWith("grape: no tokens: ./grape token add ");
        Said made = say("", "token", "add", "shop", "--scope", "produce,read");
        assertThat(made.status()).as(made.err()).isZero();
        assertThat(made.out()).matches("grape_[0-9a-f]{12}_[0-9a-f]{64}\\R");
        String token = made.out().strip();

        try (RunningBroker broker = RunningBroker.start(asking).awaitReady()) {
            assertThat(broker.call("GET", "/v1/tubes", "").statusCode()).isEqualTo(401);
            assertThat(status(broker, token)).isEqualTo(200);
            assertThat(say("long enough\n", "user", "add", "ann", "--role", "admin")
                            .out())
                    .isEqualTo("user ann is admin" + System.lineSeparator());
            Said bound = say("long enough\n", "user", "add", "bob", "--role=operator", "--tubes=shop.,mail.");
            assertThat(bound).isEqualTo(new Said(0, "user bob is operator" + System.lineSeparator(), ""));
            assertThat(say("", "user", "list").out())
                    .contains("ann role=admin tubes=*", "bob role=operator tubes=shop.*,mail.*");
            await().atMost(RunningBroker.PATIENCE)
                    .until(() -> broker.call("POST", "/v1/session", "{\"name\":\"ann\",\"password\":\"long enough\"}")
                                    .statusCode()
                            == 200);
            assertThat(say("", "token", "list").out()).contains("name=shop scopes=produce,read tubes=*");
            String id = token.substring("grape_".length()).replaceFirst("_.*", "");
            assertThat(say("", "token", "revoke", id).status()).isZero();
            await().atMost(RunningBroker.PATIENCE).until(() -> status(broker, token) == 401);
            assertThat(say("", "token", "revoke", id))
                    .isEqualTo(new Said(1, "", "grape: token " + id + " does not exist" + System.lineSeparator()));
        }
    }

    @Test
    void theFirstUserIsMadeOnceWithoutAnybodyAtATerminal() throws IOException, InterruptedException {
        assertThat(say("", "user", "first", "admin").out())
                .containsPattern("user admin is admin\\R" + "password of admin, shown this once: [0-9a-f]{24}\\R");
        assertThat(say("", "user", "first", "other").out()).contains("there are users already, none was created");
        assertThat(say("", "user", "list").out()).contains("admin role=admin").doesNotContain("other");
    }

    /** As the init containers of several replicas do. */
    @RepeatedTest(10)
    void ofSeveralFirstUsersAtOnceOneIsMade() {
        try (RedisStore store = TestRedis.open(TestRedis.uri(), TestRedis.newNamespace())) {
            List<CompletableFuture<String>> runs = Stream.of("ann", "ann", "bob")
                    .map(name -> CompletableFuture.supplyAsync(() -> word("user", "first", name)
                            .run(store.accounts(), store.audit())
                            .get(0)))
                    .toList();
            List<String> said =
                    runs.stream().map(CompletableFuture::join).sorted().toList();
            assertThat(said.subList(0, 2)).containsOnly("there are users already, none was created");
            assertThat(store.accounts()
                            .all(AccountKind.USERS)
                            .toCompletableFuture()
                            .join()
                            .keySet())
                    .singleElement()
                    .satisfies(name -> assertThat(said.get(2)).isEqualTo("user " + name + " is admin"));
        }
    }

    @Test
    void thePasswordOfTheFirstUserMayComeFromTheEnvironment() throws IOException, InterruptedException {
        String password = "correct horse";
        assertThat(say(Map.of("GRAPE_ADMIN_PASSWORD", password), "", "user", "first", "admin"))
                .isEqualTo(new Said(0, "user admin is admin" + System.lineSeparator(), ""));
    }

    @Test
    void firstAdminHasNoCommonPassword() throws IOException, InterruptedException {
        Said refused = say(Map.of("GRAPE_ADMIN_PASSWORD", "changeme123"), "", "user", "first", "admin");
        assertThat(refused.status()).isEqualTo(64);
        assertThat(refused.err()).contains("password: expected one that is hard to guess");
        assertThat(say("", "user", "list").err()).contains("no users");
    }

    @Test
    void aUserIsRestrictedToTubesAndATokenExpires() throws IOException, InterruptedException {
        assertThat(say("correct horse\n", "user", "add", "tim", "--role", "viewer", "--tubes", "a.,b.")
                        .out())
                .contains("user tim is viewer");
        assertThat(say("", "user", "list").out()).contains("tim role=viewer tubes=a.*,b.*");
        assertThat(say("", "token", "add", "brief", "--scope", "read", "--expires", "90d")
                        .status())
                .isZero();
        assertThat(say("", "token", "add", "far", "--scope", "read", "--expires", "2999-01-31T09:30:00Z")
                        .status())
                .isZero();
        assertThat(say("", "token", "list").out().lines().filter(line -> line.contains(" expiresAt=")))
                .hasSize(2)
                .anyMatch(line -> line.endsWith(" expiresAt=2999-01-31T09:30:00Z"));
        assertThat(say("", "token", "add", "late", "--scope", "read", "--expires", "2020-01-01T00:00:00Z"))
                .satisfies(said -> assertThat(said.status()).isEqualTo(64))
                .satisfies(said -> assertThat(said.err()).contains("expiresAt: expected a time after"));
        assertThat(say("", "token", "add", "bad", "--scope", "read", "--expires", "soon"))
                .satisfies(said -> assertThat(said.status()).isEqualTo(64))
                .satisfies(said -> assertThat(said.err()).contains("expires: expected such as 90d"));
    }

    @Test
    void whatIsNotRightIsToldWithStatus64() throws IOException, InterruptedException {
        assertThat(say("short\n", "user", "add", "ann", "--role", "viewer"))
                .isEqualTo(new Said(
                        64,
                        "",
                        "grape: password: expected 8 to 1000 characters, got one of 5" + System.lineSeparator()));
        assertThat(say("", "user", "add", "ann", "--role", "king").err())
                .contains("role: expected viewer, operator or admin");
    }

    /** Java would take all its letters for one and the same. */
    @Test
    void passwordThatTheLocaleCannotRepresentIsRefused() throws IOException, InterruptedException {
        for (String locale : List.of("POSIX", "C")) {
            Said said = say(Map.of("LC_ALL", locale, "GRAPE_ADMIN_PASSWORD", "秘密秘密秘密秘密"), "", "user", "first", "admin");
            assertThat(said.status()).isEqualTo(64);
            assertThat(said.err())
                    .startsWith("grape: GRAPE_ADMIN_PASSWORD: expected ASCII")
                    .contains("set LC_ALL=C.UTF-8")
                    .doesNotContain("秘");
        }
        assertThat(say(Map.of("LC_ALL", "POSIX"), "", "token", "add", "shop", "--scope", "produce", "--tubes", "商店.")
                        .err())
                .startsWith("grape: argument 7: expected ASCII");
        assertThat(say(Map.of("LC_ALL", "POSIX"), "秘密秘密秘密秘密\n", "user", "add", "ann", "--role", "viewer")
                        .status())
                .isZero();
    }

    private static AccountCommand word(String... args) {
        return AccountCommand.of(Words.read(List.of(AccountCommand.word(args[0])), List.of(args)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    user | user: expected one of add, first, list, password, remove, got nothing
                    user kick ann | user: expected one of add, first, list, password, remove, got 'kick'
                    user add --role=admin | NAME: expected it, see --help
                    user add ann | --role: expected it, see --help
                    user add ann --role | --role: expected it, see --help
                    user remove ann bob | 'bob': expected an option, which begins with --, see --help
                    user list --role=admin | --role: unknown option, see --help
                    user add ann --role=admin --role=viewer | --role: expected once, got it twice
                    token | token: expected one of add, list, revoke, got nothing
                    token add shop --tubes a. | --scope: expected it, see --help
                    """)
    void aWordThatIsNotRightIsRefusedByName(String words, String message) {
        assertThatThrownBy(() -> word(words.split(" "))).hasMessage(message);
    }

    @Test
    void whatWasAskedForIsWrittenDownLikeThatOfACall() {
        try (RedisStore store = TestRedis.open(TestRedis.uri(), TestRedis.newNamespace())) {
            word("token", "add", "shop", "--scope", "produce", "--tubes", "shop.")
                    .run(store.accounts(), store.audit());
            for (String verb : List.of("password", "remove")) {
                assertThatThrownBy(() -> word("user", verb, "nobody").run(store.accounts(), store.audit()))
                        .isInstanceOfSatisfying(
                                GrapeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                        .hasMessageContaining("user nobody does not exist");
            }
            assertThat(store.audit().read(null, 10).toCompletableFuture().join().entries())
                    .extracting(AuditRetention::entry)
                    .extracting(entry -> entry.action() + " " + entry.subject().detail() + " " + entry.outcome())
                    .containsExactly(
                            "user.delete  failed:NOT_FOUND",
                            "token.create name=shop scopes=[produce] tubes=[shop.] ok");
        }
        assertThat(new UserChange(Role.VIEWER, Set.of(), List.of("a."), "a secret").detail())
                .isEqualTo("role=viewer rights=[] tubes=[a.] password");
    }
}
