/**
 * Connections to pods: their logs, what is run in them, their ports. All go through the agent of the node that runs the pod, which is
 * asked by the addresses of its Node, and only by these: an address that a client has written into a pod is never dialled
 * (CVE-2022-3294). Where there is no Node, the answer is what Kubernetes gives there.
 */
import type { Pod, PodAttachOptions, PodExecOptions, PodLogOptions, PodPortForwardOptions, PodProxyOptions } from '../../../generated/types/core/v1.ts';
import type { Connect, ConnectRequest } from '../../api/endpoint-hooks.ts';
import { ApiError, notFound } from '../../api/errors.ts';
import type { ApiResponse } from '../../api/request.ts';
import { isGlobalUnicast, readIp } from '../../scalars/addresses.ts';
import { type AgentAddress, agentOf, authorityOf, unexplained } from '../node/agent.ts';

/** Of a pod that runs nowhere yet there is none. */
export const log: Connect<PodLogOptions, Pod> = async (request) => {
	const { parent, name, namespace, options } = request;
	const container = checkContainer(options.container, parent, name);
	if (!parent.spec?.nodeName) return { status: 204, headers: {}, body: '' };
	const authority = authorityOf(await agentOfPod(request));
	throw unexplained(`Get "https://${authority}/containerLogs/${namespace}/${name}/${container}": ${outOfReach(authority)}`);
};

/** Also of attach: both are of one container. */
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

/** For a connection that goes on with the agent. */
async function askAgent(asked: ConnectRequest<object, Pod>): Promise<ApiResponse> {
	const authority = authorityOf(await agentOfPod(asked));
	if (asked.request.header('upgrade') === undefined) throw new ApiError('BadRequest', 'Upgrade request required');
	throw unexplained(`error dialing backend: ${outOfReach(authority)}`);
}

/** Throws ApiError: BadRequest where the pod is on no node, NotFound, and as agentOf. */
async function agentOfPod({ name, parent, objects }: ConnectRequest<object, Pod>): Promise<AgentAddress> {
	const { nodeName = '' } = parent.spec ?? {};
	if (nodeName === '') throw new ApiError('BadRequest', `pod ${name} does not have a host assigned`);
	try {
		return agentOf(await objects.get({ resource: 'nodes', namespace: '', name: nodeName }));
	} catch (error) {
		// Said as of what was asked for, with the name of the node.
		if (error instanceof ApiError && error.reason === 'NotFound') throw notFound('pods', '', nodeName);
		throw error;
	}
}

function outOfReach(authority: string): string {
	return `dial tcp ${authority}: this server asks no agents of nodes`;
}

/** The name, which may be left out where there is but one container. Throws ApiError BadRequest. */
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
