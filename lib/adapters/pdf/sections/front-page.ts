// The front page of a region: the finding, the places to call, the kinds of index, the folders below, rankings, alerts and data quality.
import type { PooledOption } from '../../../domain/follow-ups.ts';
import type { Report } from '../../../domain/report.ts';
import { largestFirst } from '../../../domain/verdict.ts';
import { hoursOfGroup } from '../../../charts/week-hours.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import type { Block } from '../block.ts';
import type { LayoutContext } from '../layout-context.ts';
import { alertsByFolder } from './alert-blocks.ts';
import { attentionList } from './attention-blocks.ts';
import { followUpsBlock } from './follow-up-blocks.ts';
import { frontPageHeader } from './page-header.ts';
import { folderFinding } from './headline-blocks.ts';
import { hoursSection } from './hour-blocks.ts';
import { kindsTable, whyTable } from './kind-blocks.ts';
import { rankingSections } from './ranking-blocks.ts';
import { dataQuality, statusNotice } from './quality-blocks.ts';
import { silentPlaces } from './silent-places.ts';
import { subfolderTable } from './subfolder-blocks.ts';

const MAX_FOLLOW_UPS = 6;
const MAX_NOTES = 10;

export function regionFrontPage(report: Report, context: LayoutContext): readonly Block[] {
  const { summary } = report;
  const groups = largestFirst(summary.groups);
  const isShared = (option: PooledOption): boolean => option.shared;
  const sharedOptions = {
    painPoints: report.painPoints.filter(isShared),
    highlights: report.highlights.filter(isShared),
  };
  const hasShared = sharedOptions.painPoints.length > 0 || sharedOptions.highlights.length > 0;
  return [
    frontPageHeader(report, context),
    ...statusNotice(report, context),
    ...folderFinding(report, context),
    ...attentionList(report, context),
    ...kindsTable(groups, context),
    ...subfolderTable(report, context),
    ...groups.flatMap((group) => whyTable(group, report.folder.key, context)),
    ...rankingSections(groups, context),
    ...(hasShared
      ? [followUpsBlock(sharedOptions, summary.questions, MAX_FOLLOW_UPS, context)]
      : []),
    ...alertsByFolder(report, context),
    ...silentPlaces(report, context),
    ...groups.flatMap((group, i) => {
      const hours = hoursOfGroup(group);
      // Parts of the smaller kinds that don't differ would only take up pages.
      if (i > 0 && hours.parts.every(({ says }) => says === null)) return [];
      const kind = groups.length > 1 ? kindName(group, context) : '';
      return hoursSection(hours, group, { level: 'H2', kind }, context);
    }),
    ...dataQuality(report, MAX_NOTES, context),
  ];
}
