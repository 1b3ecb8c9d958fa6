/**
 * Connections to pods: logs, exec, attach, port forwarding and proxy. All but the proxy go through the agent of the pod's node. The agent
 * is reached only at the addresses of its Node: an address that a client wrote into a pod is never dialled (CVE-2022-3294). Without a Node
 * the answer is the one of Kubernetes.
 */
import type { Pod, PodAttachOptions, PodExecOptions, PodLogOptions, PodPortForwardOptions, PodProxyOptions } from '../../../generated/types/core/v1.ts';
import type { Connect, ConnectRequest } from '../../api/endpoint-hooks.ts';
import { ApiError, notFound } from '../../api/errors.ts';
import type { ApiResponse } from '../../api/request.ts';
import { isGlobalUnicast, readIp } from '../../scalars/addresses.ts';
import { type AgentAddress, agentOf, authorityOf, unexplained } from '../node/agent.ts';

/** Answers with the pod's log, which is empty until the pod has a node. */
export const log: Connect<PodLogOptions, Pod> = async (request) => {
	const { parent, name, namespace, options } = request;
	const container = checkContainer(options.container, parent, name);
	if (!parent.spec?.nodeName) return { status: 204, headers: {}, body: '' };
	const authority = authorityOf(await agentOfPod(request));
	throw unexplained(`Get "https://${authority}/containerLogs/${namespace}/${name}/${container}": ${outOfReach(authority)}`);
};

/** Answers exec and attach, which both address one container. */
export const run: Connect<PodExecOptions | PodAttachOptions, Pod> = async (request) => {
	checkContainer(request.options.container, request.parent, request.name);
	return askAgent(request);
};

export const forwardPorts: Connect<PodPortForwardOptions, Pod> = (request) => askAgent(request);

export const proxy: Connect<PodProxyOptions, Pod> = ({ parent, port }) => {
	const [{ ip = '' } = {}] = parent.status?.podIPs ?? [];
	const address = readIp(ip);
	if (address === undefined || !isGlobalUnicast(address)) throw new ApiError('BadRequest', 'address not allowed');
	const at = port || firstPort(parent);
	const host = ip.includes(':') ? `[${ip}]` : ip;
	throw new ApiError('ServiceUnavailable', `error trying to reach service: dial tcp ${host}${at && `:${at}`}: this server has no network of pods`);
};

/** Upgrades a connection to the agent. */
async function askAgent(asked: ConnectRequest<object, Pod>): Promise<ApiResponse> {
	const authority = authorityOf(await agentOfPod(asked));
	if (asked.request.header('upgrade') === undefined) throw new ApiError('BadRequest', 'Upgrade request required');
	throw unexplained(`error dialing backend: ${outOfReach(authority)}`);
}

/** Returns the address of the agent. Throws ApiError: BadRequest when the pod has no node, NotFound, and those of `agentOf`. */
async function agentOfPod({ name, parent, objects }: ConnectRequest<object, Pod>): Promise<AgentAddress> {
	const { nodeName = '' } = parent.spec ?? {};
	if (nodeName === '') throw new ApiError('BadRequest', `pod ${name} does not have a host assigned`);
	try {
		return agentOf(await objects.get({ resource: 'nodes', namespace: '', name: nodeName }));
	} catch (error) {
		// The error names the requested resource together with the node's name, as in Kubernetes.
		if (error instanceof ApiError && error.reason === 'NotFound') throw notFound('pods', '', nodeName);
		throw error;
	}
}

function outOfReach(authority: string): string {
	return `dial tcp ${authority}: this server asks no agents of nodes`;
}

/** Returns the name of the container, which may be omitted when the pod has only one. Throws ApiError BadRequest. */
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
