/**
 * Metrics of requests, clients and watch events. In this folder, names, labels, bounds, help and stability equal kube-apiserver's in each
 * release, so that its dashboards and alerts work.
 */
import type { MetricRow } from '../family.ts';
import { durationBounds, exponentialBounds } from './bounds.ts';

const target = ['verb', 'group', 'version', 'resource', 'subresource', 'scope'];
const request = [...target, 'component'];

/** Without the two lowest bounds. */
export const sliBounds = durationBounds.slice(2);
const sliHelp =
	'Response latency distribution (not counting webhook duration) in seconds for each verb, group, version, resource, subresource, scope and component.';
const sliHelpFrom127 = sliHelp.replace('webhook duration', 'webhook duration and priority & fairness queue wait times');
const longRunningHelp =
	'Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.';

export const requestRows = {
	/** Exposed only when the server serves `/trpc`. kube-apiserver has no such metric. */
	trpcRefusals: {
		name: 'apiserver_trpc_refusals_total',
		type: 'counter',
		help: 'Number of tRPC batches (bound "calls") and of calls in a batch (bound "bytes") that were refused because the batch exceeded a bound.',
		labels: ['bound'],
		stability: 'ALPHA',
	},
	total: {
		name: 'apiserver_request_total',
		type: 'counter',
		help: 'Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
		labels: [...request, 'dry_run', 'code'],
		stability: 'ALPHA',
		history: [{ from: '1.21', set: { stability: 'STABLE' } }],
	},
	duration: {
		name: 'apiserver_request_duration_seconds',
		type: 'histogram',
		help: 'Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.',
		labels: [...request, 'dry_run'],
		bounds: durationBounds,
		stability: 'ALPHA',
		history: [{ from: '1.21', set: { stability: 'STABLE' } }],
	},
	sloDuration: {
		name: 'apiserver_request_slo_duration_seconds',
		type: 'histogram',
		help: sliHelp,
		labels: request,
		bounds: sliBounds,
		stability: 'ALPHA',
		introduced: '1.23',
		deprecated: '1.27',
		history: [{ from: '1.27', set: { help: sliHelpFrom127 } }],
	},
	sliDuration: {
		name: 'apiserver_request_sli_duration_seconds',
		type: 'histogram',
		help: sliHelp,
		labels: request,
		bounds: sliBounds,
		stability: 'ALPHA',
		introduced: '1.26',
		history: [{ from: '1.27', set: { help: sliHelpFrom127 } }],
	},
	responseSizes: {
		name: 'apiserver_response_sizes',
		type: 'histogram',
		help: 'Response size distribution in bytes for each group, version, verb, resource, subresource, scope and component.',
		labels: request,
		bounds: exponentialBounds(1000, 10, 7),
		stability: 'ALPHA',
		history: [{ from: '1.23', set: { stability: 'STABLE' } }],
	},
	longRunningGauge: {
		name: 'apiserver_longrunning_gauge',
		type: 'gauge',
		help: longRunningHelp,
		labels: request,
		stability: 'ALPHA',
		deprecated: '1.23',
		removed: '1.25',
	},
	longRunning: {
		name: 'apiserver_longrunning_requests',
		type: 'gauge',
		help: longRunningHelp,
		labels: request,
		stability: 'ALPHA',
		introduced: '1.23',
		history: [{ from: '1.25', set: { stability: 'STABLE' } }],
	},
	terminations: {
		name: 'apiserver_request_terminations_total',
		type: 'counter',
		help: 'Number of requests which apiserver terminated in self-defense.',
		labels: [...request, 'code'],
		stability: 'ALPHA',
	},
	aborts: {
		name: 'apiserver_request_aborts_total',
		type: 'counter',
		help: 'Number of requests which apiserver aborted possibly due to a timeout, for each group, version, verb, resource, subresource and scope',
		labels: target,
		stability: 'ALPHA',
		introduced: '1.20',
	},
	deprecatedApis: {
		name: 'apiserver_requested_deprecated_apis',
		type: 'gauge',
		across: 'largest',
		help: 'Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.',
		labels: ['group', 'version', 'resource', 'subresource', 'removed_release'],
		stability: 'ALPHA',
		history: [{ from: '1.22', set: { stability: 'STABLE' } }],
	},
	inFlight: {
		name: 'apiserver_current_inflight_requests',
		type: 'gauge',
		help: 'Maximal number of currently used inflight request limit of this apiserver per request kind in last second.',
		labels: [['requestKind', 'request_kind']],
		stability: 'ALPHA',
		history: [
			{ from: '1.19', set: { labels: ['request_kind'] } },
			{ from: '1.23', set: { stability: 'STABLE' } },
		],
	},
	handshakeErrors: {
		name: 'apiserver_tls_handshake_errors_total',
		type: 'counter',
		help: "Number of requests dropped with 'TLS handshake error from' error",
		labels: [],
		stability: 'ALPHA',
		introduced: '1.19',
	},
	authenticationAttempts: {
		name: 'authentication_attempts',
		type: 'counter',
		help: 'Counter of authenticated attempts.',
		labels: ['result'],
		stability: 'ALPHA',
	},
	auditEvents: {
		name: 'apiserver_audit_event_total',
		type: 'counter',
		help: 'Counter of audit events generated and sent to the audit backend.',
		labels: [],
		stability: 'ALPHA',
	},
	auditErrors: {
		name: 'apiserver_audit_error_total',
		type: 'counter',
		help: 'Counter of audit events that failed to be audited properly. Plugin identifies the plugin affected by the error.',
		labels: ['plugin'],
		stability: 'ALPHA',
	},
	auditLevels: {
		name: 'apiserver_audit_level_total',
		type: 'counter',
		help: 'Counter of policy levels for audit events (1 per request).',
		labels: ['level'],
		stability: 'ALPHA',
	},
	watchEvents: {
		name: 'apiserver_watch_events_total',
		type: 'counter',
		help: 'Number of events sent in watch clients',
		labels: ['group', 'version', 'kind'],
		stability: 'ALPHA',
		history: [{ from: '1.34', set: { labels: ['group', 'version', 'resource'] } }],
	},
	watchEventSizes: {
		name: 'apiserver_watch_events_sizes',
		type: 'histogram',
		help: 'Watch event size distribution in bytes',
		labels: ['group', 'version', 'kind'],
		bounds: exponentialBounds(1024, 2, 8),
		stability: 'ALPHA',
		history: [{ from: '1.34', set: { labels: ['group', 'version', 'resource'] } }],
	},
	initEvents: {
		name: 'apiserver_init_events_total',
		type: 'counter',
		help: 'Counter of init events processed in watch cache broken by resource type.',
		labels: [['resource', 'groupResource']],
		stability: 'ALPHA',
		history: [{ from: '1.34', set: { labels: ['group', 'resource'] } }],
	},
} as const satisfies Readonly<Record<string, MetricRow>>;
