/** Event: where it may lie, and what the newer form (with `eventTime`) must say. */
import type { Event } from '../../generated/types/core/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, invalidValue, required } from '../model/cause.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { checkQualifiedName } from '../scalars/formats.ts';

export function eventHooks({ shortPrefix }: Vocabulary): KindHooks<Event> {
	const system = `${shortPrefix}-system`;
	return {
		validate: (event) => [...namespaceViolations(event, system), ...(event.eventTime ? newerFormViolations(event) : [])],
	};
}

/** An event lies with what it is about; one about an object of the cluster in `default` (or, in the newer form, the system's namespace). */
function namespaceViolations(event: Event, system: string): Cause[] {
	const about = event.involvedObject.namespace ?? '';
	const own = event.metadata?.namespace ?? '';
	const ofCluster = about === '' && (own === 'default' || (Boolean(event.eventTime) && own === system));
	const matches = event.eventTime ? about !== '' : about === own;
	return ofCluster || matches ? [] : [invalidValue('involvedObject.namespace', about, 'does not match event.namespace')];
}

const longest = 128;
const longestMessage = 1024;

function newerFormViolations(event: Event): Cause[] {
	const reporter = event.reportingComponent ?? '';
	const causes = reporter === '' ? [required('reportingComponent')] : [];
	for (const why of checkQualifiedName(reporter)) causes.push(invalidValue('reportingComponent', reporter, why));
	for (const field of ['reportingInstance', 'action', 'reason'] as const) {
		const text = event[field] ?? '';
		if (text === '') causes.push(required(field));
		if (text.length > longest) causes.push(invalidValue(field, '', `can have at most ${longest} characters`));
	}
	if ((event.message ?? '').length > longestMessage) causes.push(invalidValue('message', '', `can have at most ${longestMessage} characters`));
	return causes;
}
