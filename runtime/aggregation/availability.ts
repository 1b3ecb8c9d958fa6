/**
 * Checks whether the server of an APIService can be used: its service, its port, its endpoints, and its resource list. The reasons and
 * messages are those of kube-aggregator, for which people search.
 */

import { privilegedGroup } from '../api/identity.ts';
import type { User } from '../api/request.ts';
import { type ForeignResources, foreignResources } from '../documents/foreign-resources.ts';
import type { Release } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { connectionSentence } from '../remote/webhook/connection-sentence.ts';
import { damageOf } from '../storage/errors.ts';
import type { Backends } from './backends.ts';
import { boundedText } from './bounded-answer.ts';
import { identityHeaders } from './identity-headers.ts';
import type { RemoteApi } from './remote-apis.ts';
import type { ServiceAddresses } from './service-addresses.ts';

export interface Finding {
	readonly status: 'True' | 'False' | 'Unknown';
	readonly reason: string;
	readonly message: string;
}

export interface Checked {
	readonly finding: Finding;
	/** The resources, where the server sent a list of them. */
	readonly resources: ForeignResources;
}

export interface AvailabilityParts {
	readonly addresses: ServiceAddresses;
	readonly backends: Backends;
	readonly vocabulary: Vocabulary;
	readonly release: Release;
}

/** Deadline of one attempt. */
const attemptMs = 5_000;
/** Attempts at the same time after a first one failed: the service may have several endpoints, of which some are broken. */
const furtherAttempts = 4;
/** Maximum size of a resource list. An entry has about 300 bytes; the list is parsed on this thread, in at most 10 ms. */
const mostListBytes = 1024 * 1024;

/** User of the server's own requests to extension API servers. Its group may read everything there. */
export function aggregatorUser({ shortPrefix }: Vocabulary): User {
	return { name: `system:${shortPrefix}-aggregator`, uid: '', groups: [privilegedGroup], extra: {} };
}

export async function checkAvailability(parts: AvailabilityParts, api: RemoteApi, signal: AbortSignal): Promise<Checked> {
	const problem = serviceProblem(parts, api);
	if (problem !== undefined) return { finding: problem, resources: undefined };
	try {
		return { finding: { status: 'True', reason: 'Passed', message: 'all checks passed' }, resources: await listOf(parts, api, signal) };
	} catch (error) {
		signal.throwIfAborted();
		return { finding: failed('FailedDiscoveryCheck', (error as Error).message), resources: undefined };
	}
}

/** Checks what the stored objects tell. Returns undefined when they tell of no problem. */
function serviceProblem(parts: AvailabilityParts, { service }: RemoteApi): Finding | undefined {
	const what = `service/${service.name} in ${JSON.stringify(service.namespace)}`;
	try {
		return addressProblem(parts, service, what);
	} catch (error) {
		if (damageOf(error) === undefined) throw error;
		return { status: 'Unknown', reason: 'ServiceAccessError', message: `${what} cannot be checked due to: ${(error as Error).message}` };
	}
}

function addressProblem({ addresses, release }: AvailabilityParts, service: RemoteApi['service'], what: string): Finding | undefined {
	const found = addresses.serviceOf(service);
	if (found === undefined) return failed('ServiceNotFound', `${what} is not present`);
	const { type = 'ClusterIP', ports = [] } = found;
	if (type !== 'ClusterIP') return undefined;
	const listening = ports.find((each) => each.port === service.port);
	if (listening === undefined) return failed('ServicePortError', `${what} is not listening on port ${service.port}`);
	const portName = listening.name ?? '';
	const endpoints = addresses.endpointsOf(service);
	const word = compareReleases(release, '1.34') >= 0 ? 'endpointslices' : 'endpoints';
	if (endpoints === undefined) return failed('EndpointsNotFound', `cannot find ${word} for ${what}`);
	if (endpoints.some((each) => each.portName === portName)) return undefined;
	return failed('MissingEndpoints', `${word} for ${what} have no addresses with port name ${JSON.stringify(portName)}`);
}

function failed(reason: string, message: string): Finding {
	return { status: 'False', reason, message };
}

async function listOf(parts: AvailabilityParts, api: RemoteApi, signal: AbortSignal): Promise<ForeignResources> {
	try {
		return await attempt(parts, api, signal);
	} catch {
		const further = Array.from({ length: furtherAttempts }, () => attempt(parts, api, signal));
		return await Promise.any(further).catch((error: AggregateError) => {
			throw error.errors[0];
		});
	}
}

/** Reads the resource list. A list that is too long or cannot be read counts as an answer without resources, as in kube-aggregator. */
async function attempt({ backends, vocabulary }: AvailabilityParts, api: RemoteApi, signal: AbortSignal): Promise<ForeignResources> {
	const path = listPath(api);
	const bounded = AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]);
	let url = `https://${api.service.name}.${api.service.namespace}.svc:${api.service.port}${path}`;
	const headersFor = (authority: string): string[] => {
		url = `https://${authority}${path}`;
		return ['host', authority, 'accept', 'application/json', ...identityHeaders(aggregatorUser(vocabulary), false)];
	};
	const { message, socket } = await backends.send(api, { method: 'GET', path, signal: bounded }, headersFor).catch((error: Error) => {
		const why = bounded.aborted ? 'context deadline exceeded' : connectionSentence(error);
		throw new Error(`failing or missing response from ${url}: Get ${JSON.stringify(url)}: ${why}`, { cause: error });
	});
	socket?.destroy();
	const { statusCode = 0 } = message;
	if (statusCode < 200 || statusCode >= 300) {
		message.destroy();
		throw new Error(`failing or missing response from ${url}: bad status from ${url}: ${statusCode}`);
	}
	try {
		return foreignResources(JSON.parse(await boundedText(message, mostListBytes)), api.group, api.version);
	} catch {
		return undefined;
	}
}

function listPath({ group, version }: RemoteApi): string {
	return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}
