// One survey's week, in its own time zone: what it says, day by day and hour by hour, what people named, what burned.
import type { JSX } from 'preact';
import type { Report, SurveyWeek } from '../../../domain/report.ts';
import { weekdayHours } from '../../../charts/best-worst-hours.ts';
import { withoutIsolates } from '../../../i18n/text-direction.ts';
import { sourceText, weekText } from '../../../i18n/report-texts/header-texts.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { boundOf } from '../../../i18n/report-texts/method-texts.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { displayText } from '../../../i18n/localization.ts';
import type { SurveyView } from '../../routes.ts';
import { reportAt } from '../../routes.ts';
import { SurveyAlerts } from './alerts-section.tsx';
import { FollowUps } from './follow-up-sections.tsx';
import { Headline } from './headline.tsx';
import { Hours } from './hours-section.tsx';
import { useLibrary, useSpeech, useTitle } from '../../app-context.tsx';
import { To } from '../../ui/view-link.tsx';
import { surveyOf } from '../../features/folders/folder-links.tsx';
import { surveyName } from '../../features/folders/folder-names.ts';
import { ReportPath } from './report-header.tsx';
import { ReportSkeleton } from './report-states.tsx';
import { OldRevisionNote } from '../../features/revisions/revisions-panel.tsx';
import { Days, Trend } from './index-series.tsx';
import { TroubleNote } from '../../ui/error-note.tsx';
import { useReading, useReport } from '../../api/use-report.ts';

export function SurveyPage({ view }: { readonly view: SurveyView }): JSX.Element {
  const { value: report, trouble, again } = useReport(view);
  const { places } = useLibrary();
  const speech = useSpeech();
  const reading = useReading(report);
  const known = places.folder(view.folder)?.surveys.find(({ key }) => key === view.survey);
  const name =
    reading?.names.survey(view.survey) ??
    surveyName(known ?? { key: view.survey, name: null }, speech);
  useTitle(withoutIsolates(name));
  if (report === null || reading === null) {
    if (trouble === null) return <ReportSkeleton />;
    return (
      <>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <TroubleNote trouble={trouble} onRetry={again} />
      </>
    );
  }
  const at = report.surveys.findIndex(({ key }) => key === view.survey);
  const survey = report.surveys[at];
  return (
    <article class="report">
      {view.revision !== null && <OldRevisionNote place={view} revision={view.revision} />}
      {survey === undefined ? (
        <SurveyMissing view={view} report={report} reading={reading} />
      ) : (
        <>
          <SurveyHead view={view} report={report} reading={reading} survey={survey} />
          <SurveyFigures view={view} reading={reading} survey={survey} />
          <SurveyNeighbours view={view} report={report} reading={reading} at={at} />
        </>
      )}
    </article>
  );
}

interface OfReport {
  readonly view: SurveyView;
  readonly report: Report;
  readonly reading: Localization;
}

function SurveyMissing({ view, report, reading }: OfReport): JSX.Element {
  const { page } = useSpeech();
  const [title = '', what = ''] = page.read.noSurvey;
  return (
    <>
      <header class="report-head">
        <ReportPath report={report} reading={reading} which={view} isWhole />
        <h1>{title}</h1>
      </header>
      <section class="note">
        <p>{what}</p>
        <p>
          <To view={reportAt(view, view.revision)}>
            {page.read.toReport(reading.names.folder(view.folder))}
          </To>
        </p>
      </section>
    </>
  );
}

function SurveyHead({
  view,
  report,
  reading,
  survey,
}: OfReport & { readonly survey: SurveyWeek }): JSX.Element {
  const { words, formats } = reading;
  const { start, end, hours } = survey.period;
  const zone = displayText(survey.timeZone, reading, 60);
  return (
    <header class="report-head">
      <ReportPath report={report} reading={reading} which={view} isWhole />
      <h1>
        <bdi>{reading.names.survey(survey.key)}</bdi>
      </h1>
      <p class="report-week">
        <span>{weekText(report, reading)}</span>
        <span>{kindName(survey, reading)}</span>
      </p>
      <p class="report-source">
        {words.weekBounds(
          zone,
          boundOf(start, reading),
          boundOf(end, reading),
          formats.hours(hours),
        )}
      </p>
      <p class="report-source">{sourceText(report, reading)}</p>
    </header>
  );
}

interface SurveyFiguresProps {
  readonly view: SurveyView;
  readonly reading: Localization;
  readonly survey: SurveyWeek;
}

function SurveyFigures({ view, reading, survey }: SurveyFiguresProps): JSX.Element {
  return (
    <div class="report-body">
      <div class="report-figures">
        <Headline figures={survey} reading={reading} />
        <Days days={survey.days} group={survey} reading={reading} />
        <Trend weeks={survey.trend} group={survey} reading={reading} room="half" />
        <Hours
          cells={weekdayHours(survey.hours)}
          group={survey}
          index={survey.index}
          reading={reading}
        />
        <FollowUps
          painPoints={survey.painPoints}
          highlights={survey.highlights}
          places={null}
          reading={reading}
        />
        <SurveyAlerts survey={survey} reading={reading} which={view} />
      </div>
    </div>
  );
}

/** The ones before and after it in the folder, in the report's order. */
function SurveyNeighbours({
  view,
  report,
  reading,
  at,
}: OfReport & { readonly at: number }): JSX.Element | null {
  const { page } = useSpeech();
  const neighbour = (i: number, title: string, name: string): JSX.Element | null => {
    const survey = i < 0 ? undefined : report.surveys[i];
    if (survey === undefined) return null;
    return (
      <li class={name}>
        <To view={surveyOf(view, view.folder, survey.key)}>
          <span class="neighbour-title">{title}</span>
          <bdi>{reading.names.survey(survey.key)}</bdi>
        </To>
      </li>
    );
  };
  if (report.surveys.length < 2) return null;
  return (
    <nav class="neighbours" aria-label={page.read.otherSurveys}>
      <ul>
        {neighbour(at - 1, page.read.previousSurvey, 'before')}
        {neighbour(at + 1, page.read.nextSurvey, 'after')}
      </ul>
    </nav>
  );
}
