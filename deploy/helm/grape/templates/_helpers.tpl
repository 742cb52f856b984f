{{- define "grape.fullname" -}}
{{- $name := .Values.nameOverride | default .Chart.Name -}}
{{- $full := contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name) -}}
{{- .Values.fullnameOverride | default $full | trunc 63 | trimSuffix "-" -}}
{{- end }}

{{- define "grape.selector" -}}
app.kubernetes.io/name: grape
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "grape.labels" -}}
{{ include "grape.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "grape.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "grape.redis" -}}
name: {{ .Values.redis.existingSecret | default (printf "%s-redis" (include "grape.fullname" .)) }}
key: {{ .Values.redis.secretKey }}
{{- end }}

{{/* Fails at what the schema cannot say, or not for people. */}}
{{- define "grape.checked" -}}
{{- $secret := "a ConfigMap is no place for it, use" -}}
{{- $plain := "the probes speak HTTP, let the ingress terminate TLS" -}}
{{- $fixed := "address and ports of the containers are fixed" -}}
{{- $refused := dict
  "GRAPE_REDIS" (printf "%s redis.existingSecret" $secret)
  "GRAPE_ADMIN_PASSWORD" (printf "%s admin.existingSecret" $secret)
  "GRAPE_TLS_CERT" $plain "GRAPE_TLS_KEY" $plain "GRAPE_BEANSTALKD_TLS" $plain
  "GRAPE_HOST" $fixed "GRAPE_HTTP_PORT" $fixed "GRAPE_CONSOLE_PORT" $fixed
  "GRAPE_BEANSTALKD_HOST" "use beanstalkd.enabled" "GRAPE_BEANSTALKD_PORT" "use beanstalkd.enabled"
  "GRAPE_BEANSTALKD_TOKEN" "use beanstalkd.token" -}}
{{- range $name := keys .Values.config | sortAlpha -}}
{{- with get $refused $name -}}
{{- fail (printf "config.%s: %s" $name .) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.beanstalkd.enabled (ne (toString .Values.config.GRAPE_AUTH) "none") (not .Values.beanstalkd.token) -}}
{{- fail "beanstalkd.token: expected the name of a token, unless GRAPE_AUTH is none" -}}
{{- end -}}
{{- if not (or .Values.redis.existingSecret .Values.redis.uri) -}}
{{- fail "redis.existingSecret: expected the name of a secret with the URI of your Redis, or redis.uri" -}}
{{- end -}}
{{- $needed := add .Values.preStopSeconds 10 -}}
{{- if le (int64 .Values.terminationGracePeriodSeconds) $needed -}}
{{- fail (printf "terminationGracePeriodSeconds: expected more than %d, as preStopSeconds is %v and a broker ends within 10 s" $needed .Values.preStopSeconds) -}}
{{- end -}}
{{- end }}

{{- define "grape.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}
