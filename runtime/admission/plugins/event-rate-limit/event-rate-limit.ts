/** EventRateLimit: limits how often events are written (seed 3, "Built-in admission plugins"). */
import type { Event } from '../../../../generated/types/core/v1.ts';
import { ApiError } from '../../../api/errors.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../../contract.ts';
import { controlConfigFile } from '../../flags.ts';
import { aggregated } from '../aggregated.ts';
import { Buckets } from './buckets.ts';
import { type Limit, limitsSection } from './configuration.ts';

const events = 'events';

export const eventRateLimit: AdmissionPlugin<readonly Limit[]> = {
	name: 'EventRateLimit',
	onByDefault: 'never',
	operations: ['CREATE', 'UPDATE'],
	only: () => [events],
	configuration: limitsSection,
	start({ configuration }) {
		if (configuration === undefined) throw new Error(`admission plugin EventRateLimit has no limits: configure them with --${controlConfigFile.name}`);
		const limits = configuration.map((limit) => ({ limit, buckets: new Buckets(limit) }));
		return {
			validate(request) {
				if (request.dryRun || request.kind.storageName !== events || request.subresource !== '') return;
				const nowMs = performance.now();
				const reached = limits.flatMap(({ limit: { type }, buckets }) => {
					const key = keyOf(type, request);
					return buckets.take(key, nowMs) ? [] : [`limit reached on type ${type} for key ${key}`];
				});
				if (reached.length > 0) throw new ApiError('TooManyRequests', `Too many requests: ${aggregated(reached)}`);
			},
		};
	},
};

function keyOf(type: Limit['type'], { namespace, user, object }: AdmissionRequest): string {
	switch (type) {
		case 'Server':
			return '';
		case 'Namespace':
			return namespace;
		case 'User':
			return user.name;
		case 'SourceAndObject': {
			const { source = {}, involvedObject: about } = object as object as Event;
			return [source.component, source.host, about.kind, about.namespace, about.name, about.uid, about.apiVersion].join('');
		}
	}
}
