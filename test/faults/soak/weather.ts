/** Faults of the services while the soak goes on, from a seed. */
import { type Answer, json, type Service } from "../../support/services/serve.ts";

export interface Weather {
  /** While true nobody answers. */
  down: boolean;
  /** While true nothing fails. */
  calm: boolean;
  over(service: Service): Service;
}

const share = 0.04;

export function createWeather(random: () => number): Weather {
  const faults: ((answer: Answer) => Answer)[] = [
    () => json({ message: "broken" }, 500),
    () => ({ ...json({}, 503), headers: { "retry-after": "1" } }),
    () => ({ ...json({}, 429), headers: { "retry-after": "1" } }),
    () => ({ headers: { "content-type": "text/html" }, body: "<h1>be back soon</h1>" }),
    () => json({}),
    () => ({ body: "" }),
    (answer) => ({ ...answer, body: answer.body.slice(0, Math.floor(answer.body.length * random())) }),
  ];
  const weather: Weather = {
    down: false,
    calm: false,
    over: (service) => (asked) => {
      if (weather.down) return json({}, 502);
      const answer = service(asked);
      if (weather.calm || answer === undefined || answer === "hang" || random() >= share) return answer;
      return faults[Math.floor(random() * faults.length)]?.(answer);
    },
  };
  return weather;
}
