/** Conversion webhook for tests. Version v1 of the kind has `spec.size`, v2 has `spec.length`, and v3 has `spec.metres` as text. */
import { definition } from '../kinds/definitions/cases.ts';
import type { Loose } from './loose.ts';
import { answering, type Behaviour, type WebhookServer } from './webhook.ts';

export const group = 'rods.example.com';

const fields: Readonly<Record<string, string>> = { v1: 'size', v2: 'length', v3: 'metres' };
const versionOf = (apiVersion: string): string => apiVersion.slice(apiVersion.indexOf('/') + 1);

/** Returns the object in another version. */
export function converted(object: Loose, apiVersion: string): Loose {
	const made = structuredClone(object);
	const [from, to] = [fields[versionOf(object.apiVersion)] ?? '', fields[versionOf(apiVersion)] ?? ''];
	made.apiVersion = apiVersion;
	if (made.spec?.[from] !== undefined) {
		const { [from]: value, ...rest } = made.spec;
		made.spec = { ...rest, [to]: to === 'metres' ? String(value) : Number(value) };
	}
	return made;
}

/** Returns a behaviour that converts. `change` may spoil the answer. */
export function converting(change: (answer: Loose, review: Loose) => Loose = (answer) => answer): Behaviour {
	return answering(200, (sent) => {
		const review = sent as Loose;
		const { uid, objects, desiredAPIVersion } = review.request;
		const convertedObjects = objects.map((object: Loose) => converted(object, desiredAPIVersion));
		const { kind, apiVersion } = review;
		return change({ kind, apiVersion, response: { uid, convertedObjects, result: { status: 'Success' } } }, review);
	});
}

const version = (name: string, storage: boolean): Loose => {
	const field = fields[name] ?? '';
	const value = name === 'v3' ? { type: 'string' } : { type: 'integer', minimum: 0 };
	return {
		name,
		served: true,
		storage,
		subresources: {
			status: {},
			...(name !== 'v3' && { scale: { specReplicasPath: `.spec.${field}`, statusReplicasPath: '.status.size' } }),
		},
		additionalPrinterColumns: [{ name: name.toUpperCase(), type: name === 'v3' ? 'string' : 'integer', jsonPath: `.spec.${field}` }],
		selectableFields: [{ jsonPath: `.spec.${field}` }],
		schema: {
			openAPIV3Schema: {
				type: 'object',
				properties: {
					spec: {
						type: 'object',
						properties: { [field]: value, colour: { type: 'string', default: `of ${name}` }, note: { type: 'string' } },
					},
					status: { type: 'object', properties: { size: { type: 'integer' } } },
				},
			},
		},
	};
};

/** Returns a definition whose objects are stored in v1 and converted by the webhook. */
export function rods(plural: string, { origin, authority }: Pick<WebhookServer, 'origin' | 'authority'>, change: (made: Loose) => void = () => {}): Loose {
	return definition((made) => {
		made.metadata.name = `${plural}.${group}`;
		made.spec.group = group;
		made.spec.names = { plural, kind: `${plural.charAt(0).toUpperCase()}${plural.slice(1, -1)}` };
		made.spec.versions = [version('v1', true), version('v2', false), version('v3', false)];
		made.spec.conversion = {
			strategy: 'Webhook',
			webhook: {
				clientConfig: { url: `${origin}/convert`, caBundle: Buffer.from(authority).toString('base64') },
				conversionReviewVersions: ['v1'],
			},
		};
		change(made);
	});
}
