/**
 * AlwaysPullImages: sets the pull policy of all images to `Always` (seed 3, "Built-in admission plugins"). A pod then cannot use an image
 * that is on the node already, unless its own pull secrets give access to it.
 */
import type { Pod, PodSpec } from '../../../generated/types/core/v1.ts';
import { ApiError } from '../../api/errors.ts';
import { notSupported } from '../../model/cause.ts';
import { compareReleases } from '../../model/release.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../contract.ts';
import { refused } from '../forbidden-error.ts';

const always = 'Always';

export const alwaysPullImages: AdmissionPlugin = {
	name: 'AlwaysPullImages',
	onByDefault: 'never',
	operations: ['CREATE', 'UPDATE'],
	only: () => ['pods'],
	start({ release }) {
		const passesOldImages = compareReleases(release, '1.21') >= 0;
		const handles = (request: AdmissionRequest): boolean => request.subresource === '' && !(passesOldImages && hasOldImages(request));
		return {
			mutate(request) {
				if (!handles(request)) return;
				const spec = specOf(request.object);
				for (const { container } of containersOf(spec)) container.imagePullPolicy = always;
				for (const { image } of spec.volumes ?? []) if (image !== undefined) image.pullPolicy = always;
			},
			validate(request) {
				if (handles(request)) confirm(request);
			},
		};
	},
};

/** Returns the spec. The kind of the request's object is Pod. */
function specOf(object: unknown): PodSpec {
	return (object as Required<Pick<Pod, 'spec'>>).spec;
}

const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const;

type AnyContainer = NonNullable<PodSpec[(typeof lists)[number]]>[number];

function* containersOf(spec: PodSpec): Generator<{ readonly container: AnyContainer; readonly path: string }> {
	for (const list of lists) for (const [i, container] of (spec[list] ?? []).entries()) yield { container, path: `spec.${list}[${i}]` };
}

/** Reports whether an update adds no image. */
function hasOldImages({ operation, object, oldObject }: AdmissionRequest): boolean {
	if (operation !== 'UPDATE') return false;
	const old = new Set([...containersOf(specOf(oldObject))].map(({ container }) => container.image));
	return [...containersOf(specOf(object))].every(({ container }) => old.has(container.image));
}

/** Refuses a policy that a later plugin has set. */
function confirm(request: AdmissionRequest): void {
	const spec = specOf(request.object);
	const policies = [...containersOf(spec)].map(({ container, path }) => ({ field: `${path}.imagePullPolicy`, policy: container.imagePullPolicy }));
	for (const [i, { image }] of (spec.volumes ?? []).entries()) {
		if (image !== undefined) policies.push({ field: `spec.volumes[${i}].image.pullPolicy`, policy: image.pullPolicy });
	}
	const messages = policies
		.filter(({ policy }) => policy !== always)
		.map(({ field, policy }) => refused(request, `${field}: ${notSupported(field, policy ?? '', [always]).message}`).message);
	if (messages.length === 0) return;
	// Kubernetes joins the refusals to an error without a code.
	throw ApiError.ofAnother({ code: 500, reason: '' }, messages.length === 1 ? (messages[0] ?? '') : `[${messages.join(', ')}]`);
}
