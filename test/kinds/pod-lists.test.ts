/** Tests the validation of lists of pods. `pod-lists.measure.slow.test.ts` measures it for lists as long as a request can hold. */
import { validatesLongLists } from './pod-lists.ts';

validatesLongLists(300, (run) => run());
