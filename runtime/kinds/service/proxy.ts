/** Proxy to a Service: to a random endpoint of it. Only addresses of pods in the Service's namespace are dialled. */
import { randomInt } from 'node:crypto';
import type { EndpointAddress, Endpoints, Pod, Service, ServiceProxyOptions } from '../../../generated/types/core/v1.ts';
import type { Connect, ConnectRequest } from '../../api/endpoint-hooks.ts';
import { ApiError, notFound } from '../../api/errors.ts';
import { authorityOf, mayProxy } from '../node/agent.ts';
import type { AgentAccess } from '../node/agent-access.ts';
import { proxyTo } from '../proxied.ts';

export function serviceProxy({ connectMs }: AgentAccess): Connect<ServiceProxyOptions, Service> {
	return async (request) => {
		const { host, port } = await endpointOf(request);
		return proxyTo({ scheme: request.scheme === 'https' ? 'https' : 'http', host, port, authority: authorityOf({ host, port }), connectMs }, request);
	};
}

async function endpointOf(request: ConnectRequest<ServiceProxyOptions, Service>): Promise<{ readonly host: string; readonly port: number }> {
	const { name, scheme, port } = request;
	const wanted = portName(request);
	const { subsets = [] } = await endpointsOf(request);
	const id = scheme === '' && port === '' ? name : `${scheme}:${name}:${port}`.replace(/^:/, '');
	for (const { addresses = [], ports = [] } of subsets) {
		const at = ports.find((one) => (one.name ?? '') === wanted);
		if (at === undefined || addresses.length === 0) continue;
		const start = randomInt(addresses.length);
		for (const address of [...addresses.slice(start), ...addresses.slice(0, start)])
			if (mayProxy(address.ip) && (await isPods(address, request))) return { host: address.ip, port: at.port };
	}
	throw new ApiError('ServiceUnavailable', `no endpoints available for service ${JSON.stringify(subsets.length === 0 ? name : id)}`);
}

/** Reads the endpoints. Throws ApiError NotFound for the Service, because the client requested that. */
async function endpointsOf({ namespace, name, objects }: ConnectRequest<ServiceProxyOptions, Service>): Promise<Endpoints> {
	try {
		return await objects.get({ resource: 'endpoints', namespace, name });
	} catch (error) {
		throw error instanceof ApiError && error.reason === 'NotFound' ? notFound('services', '', name) : error;
	}
}

/** Returns the name of the port in the URL, which may be a number or name. Throws ApiError ServiceUnavailable. */
function portName({ port, parent, name }: ConnectRequest<ServiceProxyOptions, Service>): string {
	if (!/^-?\d+$/.test(port)) return port;
	const found = parent.spec?.ports?.find((one) => one.port === Number(port));
	if (found === undefined) throw new ApiError('ServiceUnavailable', `no service port ${Number(port)} found for service ${JSON.stringify(name)}`);
	return found.name ?? '';
}

async function isPods({ ip, targetRef }: EndpointAddress, { namespace, objects }: ConnectRequest<ServiceProxyOptions, Service>): Promise<boolean> {
	if (targetRef?.name === undefined || targetRef.namespace !== namespace) return false;
	try {
		const pod: Pod = await objects.get({ resource: 'pods', namespace, name: targetRef.name });
		return pod.status?.podIPs?.some((one) => one.ip === ip) === true;
	} catch (error) {
		if (error instanceof ApiError && error.reason === 'NotFound') return false;
		throw error;
	}
}
