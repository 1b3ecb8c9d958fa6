/**
 * Connections to pods: logs, exec, attach, port forwarding and proxy. All but the proxy go through the kubelet of the pod's node. A pod
 * without a node is answered as in Kubernetes.
 */
import type { Pod, PodAttachOptions, PodExecOptions, PodLogOptions, PodPortForwardOptions, PodProxyOptions } from '../../../generated/types/core/v1.ts';
import type { Connect, ConnectRequest } from '../../api/endpoint-hooks.ts';
import { ApiError, notFound } from '../../api/errors.ts';
import type { ApiResponse } from '../../api/request.ts';
import { type BackendAnswer, passedOn, tunnelled } from '../../remote/forward.ts';
import { forwardedHeaders } from '../../remote/forwarded-headers.ts';
import { type AgentAddress, agentOf, askAgent, authorityOf, connectionFailure, mayProxy, unexplained } from '../node/agent.ts';
import type { AgentAccess } from '../node/agent-access.ts';
import { proxyTo } from '../proxied.ts';
import { logRefusal } from './log-refusal.ts';

export interface PodConnections {
	readonly attach: Connect<PodAttachOptions, Pod>;
	readonly exec: Connect<PodExecOptions, Pod>;
	readonly log: Connect<PodLogOptions, Pod>;
	readonly portforward: Connect<PodPortForwardOptions, Pod>;
	readonly proxy: Connect<PodProxyOptions, Pod>;
}

export function podConnections(access: AgentAccess): PodConnections {
	return {
		log: (asked) => log(access, asked),
		exec: (asked) => run(access, 'exec', asked),
		attach: (asked) => run(access, 'attach', asked),
		portforward: (asked) => {
			const { namespace, name, options } = asked;
			const ports = (options.ports ?? []).join(',');
			return stream(access, `/portForward/${namespace}/${name}${ports === '' ? '' : `?port=${encodeURIComponent(ports)}`}`, asked);
		},
		proxy: (asked) => proxy(access, asked),
	};
}

/** Returns the pod's log, which is empty until the pod has a node. */
async function log(access: AgentAccess, asked: ConnectRequest<PodLogOptions, Pod>): Promise<ApiResponse> {
	const { parent, name, namespace, options } = asked;
	const container = checkContainer(options.container, parent, name);
	if (!parent.spec?.nodeName) return { status: 204, headers: {}, body: '' };
	const agent = await agentOfPod(access, asked);
	const authority = authorityOf(agent);
	const query = queryOf({
		follow: options.follow,
		limitBytes: options.limitBytes,
		previous: options.previous,
		sinceSeconds: options.sinceSeconds,
		sinceTime: options.sinceTime,
		tailLines: options.tailLines,
		timestamps: options.timestamps,
	});
	const path = `/containerLogs/${namespace}/${name}/${container}${query}`;
	const sent = { method: 'GET', path, headers: ['host', authority], signal: asked.signal() };
	let answer: BackendAnswer;
	try {
		answer = await askAgent(access, agent, sent, { verifies: options.insecureSkipTLSVerifyBackend !== true });
	} catch (error) {
		throw unexplained(`Get "https://${authority}${path}": ${connectionFailure(error, authority)}`);
	}
	const refusal = await logRefusal(answer.message, name);
	if (refusal !== undefined) throw refusal;
	return { status: 200, headers: { 'content-type': 'text/plain' }, body: answer.message };
}

/** Returns a query of the given values; false counts as unset. */
function queryOf(values: Readonly<Record<string, unknown>>): string {
	const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== false);
	return set.length === 0 ? '' : `?${set.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}

/** Runs exec or attach in one container. The kubelet has other names for their streams. */
function run(access: AgentAccess, what: 'exec' | 'attach', asked: ConnectRequest<PodExecOptions | PodAttachOptions, Pod>): Promise<ApiResponse> {
	const { namespace, name, options, parent } = asked;
	const container = checkContainer(options.container, parent, name);
	const query = new URLSearchParams();
	if (options.stderr === true) query.append('error', '1');
	if (options.stdin === true) query.append('input', '1');
	if (options.stdout === true) query.append('output', '1');
	if (options.tty === true) query.append('tty', '1');
	if ('command' in options) for (const word of [options.command ?? []].flat()) query.append('command', word);
	const text = query.toString();
	return stream(access, `/${what}/${namespace}/${name}/${container}${text === '' ? '' : `?${text}`}`, asked);
}

/** Upgrades a connection to the kubelet, and copies bytes. */
async function stream(access: AgentAccess, path: string, asked: ConnectRequest<object, Pod>): Promise<ApiResponse> {
	const agent = await agentOfPod(access, asked);
	const { request, signal } = asked;
	const { tunnel } = request;
	if (tunnel === undefined) throw new ApiError('BadRequest', 'Upgrade request required');
	tunnel.check();
	const authority = authorityOf(agent);
	let answer: BackendAnswer;
	try {
		answer = await askAgent(access, agent, { method: request.method, path, headers: forwardedHeaders(request, authority, true), signal: signal() });
	} catch (error) {
		throw unexplained(`error dialing backend: ${connectionFailure(error, authority)}`);
	}
	const { message, socket, head } = answer;
	if (socket !== undefined && head !== undefined) return tunnelled({ message, socket, head }, tunnel.accept());
	const status = message.statusCode ?? 0;
	if (status < 300 || status >= 400) return passedOn(answer);
	message.destroy();
	throw ApiError.ofAnother({ code: 502, reason: '' }, 'the backend attempted to redirect this request, which is not permitted');
}

/** Proxies to the pod's address, which its kubelet reports; never to loopback or link-local ones. */
function proxy({ connectMs }: AgentAccess, asked: ConnectRequest<PodProxyOptions, Pod>): ApiResponse | Promise<ApiResponse> {
	const { parent, scheme } = asked;
	const [{ ip = '' } = {}] = parent.status?.podIPs ?? [];
	if (!mayProxy(ip)) throw new ApiError('BadRequest', 'address not allowed');
	const secure = scheme === 'https';
	const port = asked.port || firstPort(parent);
	const authority = port === '' ? (ip.includes(':') ? `[${ip}]` : ip) : authorityOf({ host: ip, port });
	const number = Number(port || (secure ? 443 : 80));
	if (!Number.isInteger(number) || number < 1 || number > 65_535)
		throw new ApiError('BadRequest', `invalid pod request ${JSON.stringify(`${asked.name}:${port}`)}`);
	return proxyTo({ scheme: secure ? 'https' : 'http', host: ip, port: number, authority, connectMs }, asked);
}

/** Returns the kubelet's address. Throws ApiError: BadRequest when the pod has no node, NotFound, and those of `agentOf`. */
async function agentOfPod(access: AgentAccess, { name, parent, objects }: ConnectRequest<object, Pod>): Promise<AgentAddress> {
	const { nodeName = '' } = parent.spec ?? {};
	if (nodeName === '') throw new ApiError('BadRequest', `pod ${name} does not have a host assigned`);
	try {
		return agentOf(await objects.get({ resource: 'nodes', namespace: '', name: nodeName }), access);
	} catch (error) {
		// The error has the requested resource with the node's name, as in Kubernetes.
		if (error instanceof ApiError && error.reason === 'NotFound') throw notFound('pods', '', nodeName);
		throw error;
	}
}

/** Checks the container's name, which may be omitted when the pod has only one. Throws ApiError BadRequest. */
function checkContainer(container: string | undefined, { spec }: Pod, pod: string): string {
	const { containers = [], initContainers = [], ephemeralContainers = [] } = spec ?? {};
	const names = [...initContainers, ...containers, ...ephemeralContainers].map((each) => each.name);
	if (container) {
		if (!names.includes(container)) throw new ApiError('BadRequest', `container ${container} is not valid for pod ${pod}`);
		return container;
	}
	if (containers.length > 1) throw new ApiError('BadRequest', `a container name must be specified for pod ${pod}, choose one of: [${names.join(' ')}]`);
	return containers[0]?.name ?? '';
}

function firstPort({ spec }: Pod): string {
	for (const { ports = [] } of spec?.containers ?? []) if (ports[0] !== undefined) return String(ports[0].containerPort);
	return '';
}
