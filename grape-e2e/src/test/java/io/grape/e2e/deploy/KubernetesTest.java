package io.grape.e2e.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.SecretKeySelector;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.grape.harness.Programs;
import io.grape.harness.RunningBroker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manifests, held against the types of Kubernetes and against a broker. */
@Tag("slow")
class KubernetesTest {
    private static final String NAME = "grape";
    /** How long a broker takes to end, behind SIGTERM. */
    private static final long DRAIN_SECONDS = 10;

    /** What a machine that does much else may take for a call to Redis. */
    private static final String BUSY_MILLIS = "60000";

    private static final String PASSWORD = "correct horse";

    @TempDir
    Path directory = Path.of("");

    private final Manifests plain = Manifests.plain();

    private Deployment deployment() {
        return plain.read(Deployment.class, NAME);
    }

    private PodSpec pod() {
        return deployment().getSpec().getTemplate().getSpec();
    }

    private Container broker() {
        return pod().getContainers().get(0);
    }

    @Test
    void everyObjectIsOneOfKubernetesWithFieldsThatItKnows() {
        plain.readAll();
        assertThat(plain.objects())
                .containsOnlyKeys("ConfigMap grape", "Deployment grape", "Service grape", "PodDisruptionBudget grape");
        Manifests.file(Manifests.PLAIN.resolve("optional/service-monitor.yaml")).readAll();
        Manifests.file(Manifests.PLAIN.resolve("optional/network-policy.yaml")).readAll();
        Manifests workers = Manifests.file(Manifests.PLAIN.resolve("optional/workers.yaml"));
        assertThat(workers.read(Deployment.class, "orders-worker").getSpec().getReplicas())
                .as("KEDA sets them")
                .isNull();
    }

    /** As kubectl makes them, with the image that the kustomization names. */
    @Test
    void theKustomizationMakesTheObjects() throws Exception {
        boolean isThere = Programs.find("kubectl").isPresent();
        if (!isThere) {
            System.err.println("SKIPPED: kubectl is not installed, so the kustomization was NOT made");
        }
        assumeTrue(isThere, "kubectl is installed");
        Path out = directory.resolve("out.yaml");
        Process kubectl = new ProcessBuilder("kubectl", "kustomize", Manifests.PLAIN.toString())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(kubectl.waitFor()).isZero();
        Manifests made = Manifests.file(out);
        made.readAll();
        assertThat(made.objects().keySet()).isEqualTo(plain.objects().keySet());
        assertThat(made.read(Deployment.class, NAME)
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers())
                .extracting(Container::getImage)
                .containsExactly("registry.example.com/grape:2.0.0");
    }

    /** They hold what is secret, so no file of the repository has them. */
    @Test
    void thePageMakesTheSecretsThatThePodsRead() throws IOException {
        String page = Files.readString(Path.of("../docs/kubernetes.md"));
        List<SecretKeySelector> read = Stream.concat(pod().getInitContainers().stream(), pod().getContainers().stream())
                .flatMap(container -> container.getEnv().stream())
                .map(variable -> variable.getValueFrom().getSecretKeyRef())
                .filter(Objects::nonNull)
                .toList();
        assertThat(read)
                .hasSize(3)
                .allSatisfy(secret -> assertThat(page)
                        .contains("kubectl create secret generic " + secret.getName() + " --from-literal="
                                + secret.getKey() + "="));
    }

    @Test
    void thePageShowsTheTriggerOfTheFile() throws IOException {
        String page = Files.readString(Path.of("../docs/kubernetes.md"));
        String shown = page.substring(page.indexOf("```yaml") + "```yaml".length());
        Map<String, Map<String, Object>> file =
                Manifests.file(Manifests.PLAIN.resolve("optional/workers.yaml")).objects();
        Map<String, Map<String, Object>> block =
                Manifests.of(shown.substring(0, shown.indexOf("```"))).objects();
        assertThat(block).containsOnlyKeys("TriggerAuthentication grape", "ScaledObject orders-worker");
        assertThat(file).containsAllEntriesOf(block);
    }

    @Test
    void aFieldThatNobodyKnowsIsFound() {
        Manifests wrong = Manifests.of("apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {prots: []}\n");
        assertThatThrownBy(wrong::readAll).hasMessageContaining("prots");
    }

    @Test
    void whatSelectsPodsSelectsTheBrokers() {
        Map<String, String> labels =
                deployment().getSpec().getTemplate().getMetadata().getLabels();
        assertThat(deployment().getSpec().getSelector().getMatchLabels()).isEqualTo(labels);
        assertThat(plain.read(Service.class, NAME).getSpec().getSelector()).isEqualTo(labels);
        assertThat(plain.read(PodDisruptionBudget.class, NAME)
                        .getSpec()
                        .getSelector()
                        .getMatchLabels())
                .isEqualTo(labels);
        assertThat(pod().getTopologySpreadConstraints())
                .hasSize(2)
                .allSatisfy(spread ->
                        assertThat(spread.getLabelSelector().getMatchLabels()).isEqualTo(labels));
    }

    @Test
    void aPodIsGivenTheTimeThatItsDrainTakes() {
        List<String> preStop = broker().getLifecycle().getPreStop().getExec().getCommand();
        assertThat(preStop).hasSize(2).startsWith("sleep");
        assertThat(pod().getTerminationGracePeriodSeconds())
                .isGreaterThan(Long.parseLong(preStop.get(1)) + DRAIN_SECONDS);
        assertThat(deployment()
                        .getSpec()
                        .getStrategy()
                        .getRollingUpdate()
                        .getMaxUnavailable()
                        .getIntVal())
                .isZero();
        assertThat(plain.read(PodDisruptionBudget.class, NAME)
                        .getSpec()
                        .getMaxUnavailable()
                        .getIntVal())
                .isEqualTo(1);
        assertThat(deployment().getSpec().getReplicas()).isGreaterThan(1);
    }

    @Test
    void aContainerMayDoNothingThatItDoesNotNeed() {
        assertThat(pod().getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod().getAutomountServiceAccountToken()).isFalse();
        assertThat(Stream.concat(pod().getContainers().stream(), pod().getInitContainers().stream()))
                .hasSize(2)
                .allSatisfy(container -> {
                    assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                            .isTrue();
                    assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                            .isFalse();
                    assertThat(container.getSecurityContext().getCapabilities().getDrop())
                            .containsExactly("ALL");
                    assertThat(container.getResources().getLimits()).containsKey("memory");
                    assertThat(container.getResources().getRequests()).containsKeys("memory", "cpu");
                });
    }

    @Test
    void theUserIsThatOfTheImageAndTheCommandIsOfIt() throws IOException {
        String image = Files.readString(Path.of("../Dockerfile"));
        assertThat(image).contains("USER grape\n");
        assertThat(Files.readString(Path.of("../tools/image.sh")))
                .contains("'grape:x:" + pod().getSecurityContext().getRunAsUser() + ":");
        assertThat(pod().getInitContainers().get(0).getCommand()).contains("/grape/grape-server.jar");
        assertThat(image).contains("/grape/grape-server.jar");
    }

    /** A broker does not start with a variable that is no option, nor with a value that is none of it, nor without a user. */
    @Test
    void aBrokerTakesTheVariablesAndTheFirstUserAndRespondsToTheProbes() throws Exception {
        Map<String, String> environment =
                new HashMap<>(plain.read(ConfigMap.class, NAME).getData());
        assertThat(environment).containsEntry("GRAPE_AUTH", "required").containsEntry("GRAPE_HOST", "0.0.0.0");
        environment.put("GRAPE_HOST", "127.0.0.1");
        makeFirstUser(Objects.requireNonNull(environment.get("GRAPE_NAMESPACE")));
        assertThat(broker().getEnv()).extracting(EnvVar::getName).containsExactly("GRAPE_REDIS");
        try (RunningBroker running = RunningBroker.start(
                        environment,
                        "--http-port",
                        "0",
                        "--data-dir",
                        directory.toString(),
                        "--redis-timeout-ms",
                        BUSY_MILLIS)
                .awaitReady()) {
            for (Probe probe :
                    List.of(broker().getStartupProbe(), broker().getLivenessProbe(), broker().getReadinessProbe())) {
                assertThat(probe.getHttpGet().getPort().getStrVal()).isEqualTo("http");
                assertThat(get(running.uri().resolve(probe.getHttpGet().getPath())))
                        .isEqualTo(200);
            }
            assertThat(get(running.uri().resolve("/health/other"))).isEqualTo(404);
            assertThat(get(running.uri().resolve("/v1/tubes"))).isEqualTo(401);
            assertThat(running.call("POST", "/v1/session", "{\"name\":\"admin\",\"password\":\"" + PASSWORD + "\"}")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    /** As the init container does. */
    private void makeFirstUser(String namespace) {
        Container init = pod().getInitContainers().get(0);
        assertThat(init.getEnv())
                .extracting(EnvVar::getName)
                .containsExactly("GRAPE_REDIS", "GRAPE_NAMESPACE", "GRAPE_ADMIN_PASSWORD");
        List<String> command = init.getCommand();
        List<String> words =
                new ArrayList<>(command.subList(command.indexOf("/grape/grape-server.jar") + 1, command.size()));
        words.add("--data-dir=" + directory);
        try (RunningBroker made = RunningBroker.start(
                Map.of("GRAPE_NAMESPACE", namespace, "GRAPE_ADMIN_PASSWORD", PASSWORD), words.toArray(String[]::new))) {
            assertThat(made.awaitExit(RunningBroker.PATIENCE)).as(made.err()).isZero();
            assertThat(made.out()).startsWith("user admin is admin");
        }
    }

    private static int get(URI uri) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void thePortsAreThoseOfABroker() throws IOException {
        String image = Files.readString(Path.of("../Dockerfile"));
        List<ContainerPort> ports = broker().getPorts();
        assertThat(ports).extracting(ContainerPort::getName).containsExactly("http", "console");
        assertThat(ports)
                .allSatisfy(
                        port -> assertThat(image).containsPattern("EXPOSE .*\\b" + port.getContainerPort() + "\\b"));
        assertThat(plain.read(Service.class, NAME).getSpec().getPorts()).allSatisfy(port -> {
            assertThat(port.getTargetPort().getStrVal()).isEqualTo(port.getName());
            assertThat(ports)
                    .filteredOn(one -> one.getName().equals(port.getName()))
                    .extracting(ContainerPort::getContainerPort)
                    .containsExactly(port.getPort());
        });
    }

    /** What KEDA asks for is a call of a broker, and what it reads there is a number. */
    @Test
    void theTriggerOfTheWorkersAsksForWhatABrokerTells() throws Exception {
        Map<String, Object> scaled =
                Objects.requireNonNull(Manifests.file(Manifests.PLAIN.resolve("optional/workers.yaml"))
                        .objects()
                        .get("ScaledObject orders-worker"));
        List<?> triggers = (List<?>)
                Objects.requireNonNull(Manifests.asMap(scaled.get("spec")).get("triggers"));
        Map<String, Object> trigger = Manifests.asMap(triggers.get(0));
        assertThat(trigger).containsEntry("type", "metrics-api").containsEntry("metricType", "AverageValue");
        Map<String, Object> metadata = Manifests.asMap(trigger.get("metadata"));
        URI uri = URI.create(Objects.requireNonNull(metadata.get("url")).toString());
        assertThat(plain.read(Service.class, NAME).getSpec().getPorts().get(0).getPort())
                .isEqualTo(uri.getPort());
        assertThat(uri.getHost()).startsWith(NAME + ".");
        try (RunningBroker running = RunningBroker.start(
                        "--http-port", "0", "--data-dir", directory.toString(), "--redis-timeout-ms", BUSY_MILLIS)
                .awaitReady()) {
            HttpRequest put = HttpRequest.newBuilder(running.uri().resolve("/v1/tubes/orders/jobs/a"))
                    .PUT(HttpRequest.BodyPublishers.ofString("payload"))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(put, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(201);
            HttpResponse<String> told = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(running.uri().resolve(uri.getPath()))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(told.statusCode()).isEqualTo(200);
            assertThat(told.body()).contains("\"" + metadata.get("valueLocation") + "\":1");
        }
    }
}
