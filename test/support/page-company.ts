// Answers of the HTTP API about a company of any size, for tests of the page that need no stored reports.
import type { Page } from 'playwright-core';
import type { FolderList, Me, WeekList, WeekOverview } from '../../lib/http/responses.ts';
import { firstPart } from '../../lib/view/first-part.ts';
import type { FolderView, ReportView } from '../../lib/view/report-view.ts';
import type { FolderViewSketch } from './sample-views.ts';
import { createFolderView } from './sample-views.ts';

/** That of the views. */
export const COMPANY_WEEK = '2026-W47';

const DATES = { week: COMPANY_WEEK, from: '2026-11-16', to: '2026-11-23' } as const;
const NONE = { empty: 0, queued: 0, owed: 0, waiting: 0, failed: 0, damaged: 0, partial: 0 };

/** Answers every request of the page for the company, whose top folder is 1; other reports are not found. */
export async function serveCompany(page: Page, sketch: FolderViewSketch): Promise<FolderView> {
  const view = createFolderView(sketch);
  const answers: Readonly<Record<string, FolderList | Me | WeekList | WeekOverview | ReportView>> =
    {
      '/v1/me': { reader: null, notes: true },
      '/v1/folders': foldersOf(view),
      '/v1/weeks': {
        latest: COMPANY_WEEK,
        open: {
          ...{ week: '2026-W48', from: '2026-11-23', to: '2026-11-30' },
          closesAt: '2026-11-30T12:00:00.000Z',
        },
        data: [DATES],
      },
      [`/v1/weeks/${COMPANY_WEEK}`]: {
        ...DATES,
        ...{ previousWeek: '2026-W46', isClosed: true, closesAt: '2026-11-23T12:00:00.000Z' },
        ...{ plan: 'done', totals: { ...NONE, complete: 0 }, attention: null, folders: [] },
      },
      [`/v1/reports/${COMPANY_WEEK}/1/view`]: view,
    };
  await page.route('**/v1/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const isFirst = pathname.endsWith('/view') && searchParams.get('part') === 'first';
    const answer = isFirst && pathname in answers ? firstPart(view) : answers[pathname];
    return route.fulfill({ json: answer ?? {}, status: answer === undefined ? 404 : 200 });
  });
  return view;
}

function foldersOf({ name, sections }: FolderView): FolderList {
  const places = sections.flatMap(({ rows }) => rows);
  return {
    data: [
      { key: 1, parent: null, name, surveys: [] },
      ...places.map(({ folder, survey, name: place }) => ({
        ...{ key: folder, parent: 1, name: place },
        surveys: [{ key: survey, name: `How was ${place}?`, timeZone: 'Europe/Helsinki' }],
      })),
    ],
  };
}
